// npm run crash:operator                  kills operators fifty times while thirty plugins of four namespaces are changed
// npm run crash:operator -- --kills 200   the same for longer; --seed N asks for the same again
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
console.log(problems.length === 0 ? `all converged after ${kills} kills` : problems.join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1
