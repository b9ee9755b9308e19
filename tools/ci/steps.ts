import { join } from 'node:path'
import { findOracle } from '../../test/oracles/find.ts'

/** How a step enters the final count: as itself, or by its tests (of which some may be allowed to be skipped). */
type Counting = 'once' | 'tests' | 'tests, none skipped'

export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly counts: Counting
  /** Asked for when the step begins, because an earlier step may be what makes it answerable. */
  readonly env?: () => Readonly<Record<string, string>>
  /** Text that must be in the output of a step that counts once. */
  readonly expects?: string
}

/** npm scripts that take the folder of the chart corpus as their argument. */
const corpusScripts: readonly string[] = ['parity', 'parity:browser', 'images:judge']

export interface CiInput {
  readonly version: string
  /** The folder of the chart corpus, on machines that have it. */
  readonly corpus: string | undefined
}

/** Everything `.ci/run` does after `npm ci`, in order. */
export function ciSteps({ version, corpus }: CiInput): readonly Step[] {
  const versionOfBundle = {
    command: ['node', join('tools', 'node', 'run.cjs'), join('dist', 'outrigger.js'), 'version'],
    counts: 'once',
    expects: version,
  } as const
  return [
    { name: 'tests on Node 26', command: ['npm', 'test'], counts: 'tests' },
    { name: 'own charts', command: checkCharts, counts: 'once', expects: 'all checks passed' },
    { name: 'check', command: npmRun('check'), counts: 'once' },
    { name: 'simulation', command: simulate300, counts: 'once', expects: 'all green' },
    { name: 'oracles', command: npmRun('oracles'), counts: 'once' },
    { name: 'tests on Node 24', command: testsAgain, counts: 'tests', env: onNode24 },
    { name: 'testbed', command: [...npmRun('testbed'), '--', 'build'], counts: 'once' },
    { name: 'real tools', command: npmRun('test:real'), counts: 'tests, none skipped' },
    { name: 'stories of the page', command: npmRun('test:browser'), counts: 'tests, none skipped' },
    { name: 'document of the REST API', command: npmRun('judge:openapi'), counts: 'once' },
    { name: 'build', command: npmRun('build'), counts: 'once' },
    { name: 'bundle on Node 26', ...versionOfBundle },
    { name: 'bundle on Node 24', ...versionOfBundle, env: onNode24 },
    ...corpusScripts.flatMap((script) => corpusStep(script, corpus)),
  ]
}

/** How time grows with input does not depend on the version of Node: measured once, it is minutes of work. */
const testsAgain = ['npm', 'test', '--', '--exclude=test/cost/**'] as const
/** Every chart that we ship, as its authors check theirs, the upgrade from the version before included. */
const checkCharts = npmRun('charts:check')
const simulate300 = [...npmRun('simulate'), '--', '--seeds', '1-300'] as const

function corpusStep(script: string, corpus: string | undefined): Step[] {
  if (corpus === undefined) return []
  const command = [...npmRun(script), '--', corpus] as const
  return [{ name: `${script} of the corpus`, command, counts: 'once' }]
}

function onNode24(): { readonly OUTRIGGER_NODE: string } {
  return { OUTRIGGER_NODE: findOracle('node24') }
}

function npmRun(script: string): readonly ['npm', 'run', string] {
  return ['npm', 'run', script]
}
