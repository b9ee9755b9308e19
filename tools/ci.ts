// The work of `.ci/run` once `npm ci` is through. Argument: the folder of the chart corpus.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, resolve } from 'node:path'
import { runSteps } from './ci/run-steps.ts'
import { ciSteps } from './ci/steps.ts'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const corpus = resolve(process.argv[2] ?? '../shared/corpus')
const steps = ciSteps({ version, corpus: existsSync(corpus) ? corpus : undefined })
const env = { ...process.env, CI: 'true', PATH: pathOfUser(process.env['PATH'] ?? '') }
const ok = await runSteps(steps, env, (line) => console.log(line))
process.exitCode = ok ? 0 : 1

/** Without the Node that tools/node/run.cjs put in front, so that npm runs on what the machine has, as for a user. */
function pathOfUser(path: string): string {
  const [first, ...others] = path.split(delimiter)
  return first === dirname(process.execPath) ? others.join(delimiter) : path
}
