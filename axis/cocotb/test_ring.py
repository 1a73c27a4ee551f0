"""Endpoints at one or two T3E routers: every frame in is one frame out, with its source, in the order of its source and class."""

import collections
import os

import cocotb
from cocotb.triggers import with_timeout
from cocotbext.axi import AxiStreamFrame

import streams

ROUTERS = int(os.environ["ROUTERS"])
CLASSES = ["req", "rep"]


@cocotb.test()
@cocotb.parametrize(pause_in=[0, 5], pause_out=[0, 5])
async def frames(dut, pause_in, pause_out):
    rng = streams.dice()
    ends = [(x, c) for x in range(ROUTERS) for c in CLASSES]
    sources = {(x, c): streams.source(dut, f"e_{x}_s_axis_{c}", 1, rng, pause_in) for x, c in ends}
    sinks = {(x, c): streams.sink(dut, f"e_{x}_m_axis_{c}", 1, rng, pause_out) for x, c in ends}
    await streams.begin(dut)
    cocotb.start_soon(streams.watch(dut))
    want = collections.defaultdict(list)
    expected = collections.Counter()
    for n in range(20):
        for x, c in ends:
            to = rng.randrange(ROUTERS)
            data = [rng.getrandbits(64) for _ in range(1 + rng.randrange(3))]
            want[x, to, c].append((data, n))
            expected[to, c] += 1
            await sources[x, c].send(AxiStreamFrame(data, tdest=to, tuser=n << 11))
    for to, c in ends:
        for _ in range(expected[to, c]):
            f = await with_timeout(sinks[to, c].recv(), 1, "ms")
            data, n = want[f.tid, to, c].pop(0)
            assert list(f.tdata) == data
            assert f.tuser == n << 1
    assert all(s.empty() for s in sinks.values()) and not any(want.values())
