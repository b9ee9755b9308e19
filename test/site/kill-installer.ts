// An installation killed at random moments (`npm run crash:site -- --kills 50 --seed 1`), its file edited in between: it goes on at the
// right name, nothing that was noted as done is done again, and the operator of its expansion is there once.
import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { testChart, writeFiles } from '../../src/expansion/package-for-test.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { isSameProcess } from '../../src/std/node/process-identity.ts'
import { SiteStage, endOf } from './site-stage.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    longest: { type: 'string', default: '15' },
  },
})
const [kills, longest] = [Number(values.kills), Number(values.longest)]
const random = generator(Number(values.seed))
const root = resolve(import.meta.dirname, '../..')

const plain = Array.from({ length: 12 }, (_, index) => `EnsurePart${index}`)
const [delegatedMiddle, delegatedLast] = ['EnsureMetricsServer', 'EnsurePostInstallHook'] as const
// Both would leave something behind: a line of the hook, and the Repository custom.
const skippedSteps = ['Execute post cluster ready hook', 'Import charts']
const skippedConditions = ['EnsureDisableSwap', 'EnsureSysctl']

// Every part takes a moment, so that a kill meets it in the middle, and leaves a line when it begins.
const begin = 'echo "begin $1" >>"$OUTRIGGER_SITE_FOLDER/log"'
const provider = `name: desk
version: 1.0.0
prelude: prelude.sh
create:
${[...plain.slice(0, 6), ...skippedConditions].map(condition).join('')}  - {name: ${delegatedMiddle}, scope: cluster, nothing: nobody asked, mayBeDelegated: true, delegatedSeconds: 600}
${plain.slice(6).map(condition).join('')}  - {name: EnsureStoreCredential, scope: cluster, command: 'cat "$OUTRIGGER_SITE_FOLDER/given.kubeconfig"', output: kubeconfig}
  - {name: ${delegatedLast}, scope: cluster, nothing: nobody asked, mayBeDelegated: true, delegatedSeconds: 600}
`

function condition(name: string): string {
  return `  - {name: ${name}, scope: cluster, command: 'part ${name}'}\n`
}

const operator = `import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToCluster, runConditionOperator } from '${root}/src/sdk/sdk.ts'
const { client } = await connectToCluster({ environment: process.env })
const bring = async ({ condition, report }) => {
  await report('paints')
  appendFileSync(join(process.env.OUTRIGGER_SITE_FOLDER, 'log'), 'begin ' + condition + '\\n')
  return 'blue'
}
process.once('SIGTERM', () => process.exit(0))
const conditions = { ${delegatedMiddle}: bring, ${delegatedLast}: bring }
await runConditionOperator(client, { name: 'painter', conditions, leaseSeconds: 2 }, new AbortController().signal)
`

const hook = (whose: string) =>
  `#!/bin/sh\necho "begin hook ${whose}" >>"$OUTRIGGER_SITE_FOLDER/log"\n`

async function prepare(stage: SiteStage): Promise<void> {
  await stage.write('given.kubeconfig', await readFile(stage.sandbox.kubeconfig, 'utf8'))
  await stage.write('providers/desk/provider.yaml', provider)
  await stage.write('providers/desk/prelude.sh', 'part() { exit 9; }\n')
  await stage.write('hooks/pre-install', hook('of the site'), 0o755)
  await stage.write('hooks/post-cluster-ready', hook('that is skipped'), 0o755)
  await stage.write('charts/web-1.0.0.tgz', testChart('web', '1.0.0'))
  await writeSite(stage, 0)
  await writeFiles(stage.path('expansion'), {
    'expansion.yaml': `expansion_name: yard
expansion_version: 1.0.0
operator: operator/run
hooks: [pre-install]
provider: [desk/prelude.sh]
installer_skip_steps: [${skippedSteps.join(', ')}]
create_cluster_skip_conditions: [${skippedConditions.join(', ')}]
create_cluster_delegate_conditions: [${delegatedMiddle}, ${delegatedLast}]
`,
    'provider/desk/prelude.sh': `part() { set -- "$1"; ${begin}; sleep 0.3; }\n`,
    'operator/operator.mts': operator,
  })
  const run = `#!/bin/sh\nexec '${process.execPath}' "\${0%/*}/operator.mts"\n`
  await stage.write('expansion/operator/run', run, 0o755)
  await stage.write('expansion/hooks/pre-install', hook('of the package'), 0o755)
}

/** The file of the site, another one in every run. */
async function writeSite(stage: SiteStage, run: number): Promise<void> {
  const cluster = `{provider: desk, version: 1.36.3, podSubnet: 10.${run % 200}.0.0/16, machines: [{ip: 198.18.0.11}]}`
  await stage.write('site.yaml', `# run ${run}\ncluster: ${cluster}\n`)
}

async function begun(stage: SiteStage): Promise<readonly string[]> {
  const text = await readFile(stage.path('log'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

/** Everything that the journal says is done. */
async function done(stage: SiteStage): Promise<ReadonlySet<string>> {
  const journal = fileJournal(stage.path('state'))
  const all = [...(await journal.marks('cluster/global/create')), ...(await journal.marks('site'))]
  return new Set(all.filter(({ reason }) => reason === 'Done').map(({ step }) => step))
}

const problems: string[] = []

/** Nothing that was done before a run may begin in it, and the run begins at the first that was not. */
function judge(run: number, before: ReadonlySet<string>, lines: readonly string[]): void {
  const names = lines.map((line) => line.replace(/^begin /, ''))
  for (const name of names) {
    const step = name.startsWith('hook') ? 'Execute pre install hook' : name
    if (before.has(step)) problems.push(`run ${run}: ${name} was done, and began again`)
    if (skippedConditions.includes(name)) problems.push(`run ${run}: ${name} was to be skipped`)
    if (name === 'hook that is skipped') problems.push(`run ${run}: its step was to be skipped`)
    if (name === 'hook of the site') problems.push(`run ${run}: the hook was not replaced`)
  }
  const order = [...plain.slice(0, 6), delegatedMiddle, ...plain.slice(6), delegatedLast]
  const [first] = names.filter((name) => order.includes(name))
  const expected = order.find((name) => !before.has(name))
  // An operator may have begun before the kill and end after it.
  const isTheirs = expected === delegatedMiddle || expected === delegatedLast
  if (first !== undefined && first !== expected && !isTheirs) {
    problems.push(`run ${run}: began at ${first}, wanted ${expected ?? 'nothing'}`)
  }
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** A random moment: by the clock alone, or some while after so many parts have begun, however slow the machine is. */
async function moment(stage: SiteStage, from: number): Promise<false> {
  const wait = 300 + random() * longest * 1000
  const parts = random() < 0.3 ? 0 : 1 + Math.floor(random() * 4)
  if (parts === 0) return sleep(wait, false)
  const until = Date.now() + longest * 4000
  while ((await begun(stage)).length < from + parts && Date.now() < until) await sleep(20)
  return sleep(random() * 800, false)
}

const stage = await SiteStage.open()
try {
  await prepare(stage)
  let [killed, run] = [0, 0]
  const all: string[] = []
  while (killed < kills) {
    run++
    await writeSite(stage, run)
    const before = await done(stage)
    const from = (await begun(stage)).length
    const child = stage.start('install', stage.path(''))
    const ended = once(child, 'exit')
    let told = ''
    child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString('utf8')))
    const isOver = await Promise.race([ended.then(() => true), moment(stage, from)])
    if (!isOver) child.kill('SIGKILL')
    await ended
    if (!isOver) killed++
    const lines = (await begun(stage)).slice(from)
    judge(run, before, lines)
    all.push(...lines)
    console.log(`run ${run}: ${isOver ? 'came to its end' : 'killed'}, ${lines.length} begun`)
    // A whole installation begins anew, so that kills meet every part of it.
    if (isOver && child.exitCode !== 0) {
      problems.push(`run ${run}: ended with ${child.exitCode}`)
      console.error(told)
    }
    if (isOver) {
      await stage.run('stop', stage.path(''))
      await rm(stage.path('state'), { recursive: true, force: true })
      await rm(stage.path('log'), { force: true })
    }
  }
  const last = await endOf(stage.start('resume', stage.path('')))
  if (!last.stdout.includes('the platform is installed'))
    problems.push(`the last run: ${last.stderr}`)
  const repositories = { resource: resourceOf(repositoryKind), namespace: 'outrigger-system' }
  const custom = { ...repositories, name: 'custom' }
  if (
    (await getObject(stage.sandbox.client, custom, {}, AbortSignal.timeout(10_000))) !== undefined
  )
    problems.push('Import charts was to be skipped, and offered charts')
  const { pid, sign } = JSON.parse(await readFile(stage.path('state/operator.json'), 'utf8'))
  if (!isSameProcess(pid, sign)) problems.push('the operator of the package does not run')
  console.log(`${killed} kills in ${run} runs, seed ${values.seed}, ${all.length} parts begun`)
} finally {
  await stage.close()
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
