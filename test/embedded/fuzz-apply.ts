import { parseArgs } from 'node:util'
import { startEmbeddedPlayer } from '../conformance/kube/embedded-player.ts'
import { startRealPlayer } from '../conformance/kube/real-player.ts'
import { runApplyCampaign, type Difference } from './apply-fuzz/campaign.ts'

// Random sequences of applies, patches and updates by three managers, through the real API server and ours:
//   npm run fuzz:apply -- [--sequences 2000] [--seed 1] [--show 5]
// Ends with 1 when an object or its managed fields end otherwise.

const { values: options } = parseArgs({
  options: {
    sequences: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
  },
})
const sequences = Number(options.sequences)
const seed = Number(options.seed)
const real = await startRealPlayer()
const ours = await startEmbeddedPlayer()
const progress = (done: number) => {
  if (done % 100 === 0) console.error(`${done} of ${sequences} sequences`)
}
const found = await runApplyCampaign({ real, ours, seed, sequences, progress })
await Promise.all([real.end(), ours.end()])
const ends = found.filter(({ isEndDifferent }) => isEndDifferent)
console.log(
  `${sequences} sequences from seed ${seed}: ${ends.length} end otherwise, ${found.length - ends.length} more answer otherwise on the way`,
)
const shown = [...ends, ...found.filter((one) => !ends.includes(one))].slice(
  0,
  Number(options.show),
)
for (const difference of shown) console.log(describe(difference))
if (ends.length > 0) process.exitCode = 1

function describe({ sequence, real: theirs, ours: own, step }: Difference): string {
  const { seed: of, kind, steps } = sequence
  const at = step === -1 ? 0 : step
  return JSON.stringify({
    seed: of,
    kind: kind.kind,
    step,
    asked: steps[at],
    real: step === -1 ? theirs.object : theirs.answers[at],
    ours: step === -1 ? own.object : own.answers[at],
  })
}
