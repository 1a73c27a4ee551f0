"""What the tests of both endpoints share: clock, reset, streams with pauses."""

import os
import random

from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamSink, AxiStreamSource


def dice():
    """Random numbers that SEED in the environment makes again; it is printed."""
    seed = int(os.environ.get("SEED", "1"))
    print("SEED", seed)
    return random.Random(seed)


def pauses(rng, eighths):
    """Pauses in so many of eight cycles."""
    while True:
        yield rng.randrange(8) < eighths


def source(dut, prefix, lanes, rng, eighths):
    s = AxiStreamSource(AxiStreamBus.from_prefix(dut, prefix), dut.clk, dut.rst, byte_lanes=lanes)
    s.set_pause_generator(pauses(rng, eighths))
    s.log.setLevel("WARNING")
    return s


def sink(dut, prefix, lanes, rng, eighths):
    s = AxiStreamSink(AxiStreamBus.from_prefix(dut, prefix), dut.clk, dut.rst, byte_lanes=lanes)
    s.set_pause_generator(pauses(rng, eighths))
    s.log.setLevel("WARNING")
    return s


async def begin(dut):
    Clock(dut.clk, 10, "ns").start()
    dut.rst.value = 1
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst.value = 0
    await RisingEdge(dut.clk)


async def watch(dut):
    """Fails when the net tells an error."""
    while True:
        await RisingEdge(dut.clk)
        assert dut.errors.value == 0, "an error pin"
