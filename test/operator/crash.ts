// npm run crash:operator                 kills the operator fifty times while thirty plugins are rolled out
// npm run crash:operator -- --kills 5    the same in small; --seed N repeats a run
import { parseArgs } from 'node:util'
import { crashOperator } from './crash-run.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    plugins: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const kills = Number(values.kills)
const told = (line: string) => console.log(line)
const problems = await crashOperator({
  kills,
  plugins: Number(values.plugins),
  seed: Number(values.seed),
  told,
})
console.log(problems.length === 0 ? `all ${kills} rounds converged` : problems.join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1
