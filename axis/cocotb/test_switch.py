"""Two endpoints at a Myrinet switch: every frame in is one frame out, in the order of its source."""

import collections

import cocotb
from cocotb.triggers import with_timeout
from cocotbext.axi import AxiStreamFrame

import streams


def turn(a, b):
    return 0x80 | (b - a) & 0x3F


@cocotb.test()
@cocotb.parametrize(pause_in=[0, 5], pause_out=[0, 5])
async def frames(dut, pause_in, pause_out):
    rng = streams.dice()
    dut.raw_in_char.value = 0x100
    dut.cfg_timeout.value = 0
    sources = [streams.source(dut, f"e_{e}_s_axis", 1, rng, pause_in) for e in range(2)]
    sinks = [streams.sink(dut, f"e_{e}_m_axis", 1, rng, pause_out) for e in range(2)]
    await streams.begin(dut)
    cocotb.start_soon(streams.watch(dut))
    want = collections.defaultdict(list)
    expected = [0, 0]
    for n in range(20):
        for a in range(2):
            b = rng.randrange(2)
            data = bytes([a << 5 | n]) + rng.randbytes(rng.randrange(60))
            want[a, b].append(data)
            expected[b] += 1
            await sources[a].send(AxiStreamFrame(bytes([turn(a, b)]) + data))
    for b in range(2):
        for _ in range(expected[b]):
            f = await with_timeout(sinks[b].recv(), 1, "ms")
            a = f.tdata[0] >> 5
            assert bytes(f.tdata) == want[a, b].pop(0)
            assert f.tuser == 0
    assert all(s.empty() for s in sinks) and not any(want.values())
