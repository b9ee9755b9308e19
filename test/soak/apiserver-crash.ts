// The crash simulation of the embedded API server's store with many seeds:
//   node tools/node/run.cjs test/soak/apiserver-crash.ts [seeds]

import { crashOnce } from '../../src/apiserver/storage/crash.ts'

const seeds = Number(process.argv[2] ?? 2000)
let acknowledged = 0
for (let seed = 1; seed <= seeds; seed++) {
  try {
    acknowledged += await crashOnce(seed)
  } catch (cause) {
    throw new Error(`seed ${seed} broke a promise`, { cause })
  }
}
console.log(`${seeds} seeds, ${acknowledged} acknowledged writes, none lost, none half-written`)
