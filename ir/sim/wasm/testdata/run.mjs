// Runs a module on the inputs of node_test.go and writes its outputs.
//
//   node run.mjs MODULE SEED CYCLES IN_WORDS OUT_WORDS < inputs > outputs

import { readFileSync, writeFileSync } from "node:fs";

const [file, seed, cycles, inWords, outWords] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { memory, reset, run, input, output, capacity } = instance.exports;
const bytes = new Uint8Array(memory.buffer);
const inputs = readFileSync(0);
const outputs = [];

reset(Number(BigInt(seed) & 0xffffffffn), Number(BigInt(seed) >> 32n));
for (let done = 0; done < cycles;) {
  const n = Math.min(capacity.value, cycles - done);
  bytes.set(inputs.subarray(8 * inWords * done, 8 * inWords * (done + n)), input.value);
  const ran = run(n);
  outputs.push(bytes.slice(output.value, output.value + 8 * outWords * Math.min(ran + 1, n)));
  if (ran < n) break; // a check failed
  done += n;
}
writeFileSync(1, Buffer.concat(outputs));
