// An installation on machines killed at random moments (`npm run crash:machines -- --kills 20 --seed 1`, as root) while its file says
// other machines from time to time: no condition that held is brought about again, and the cluster stays the one that it was.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { testChart, writeFiles } from '../../src/expansion/package-for-test.ts'
import { providerOperations } from '../../src/kinds/provider/provider-file.ts'
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { readProvider } from '../../src/site/provider/read-provider.ts'
import { type TestMachine, startMachines } from './machines.ts'
import { endOf, startSite } from './site-stage.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    longest: { type: 'string', default: '25' },
  },
})
const [kills, longest] = [Number(values.kills), Number(values.longest)]
const never = new AbortController().signal
const root = resolve(import.meta.dirname, '../..')
const shipped = join(root, 'providers/kubeadm')
// Nothing here runs containers or loads modules; docs/spec/providers.md lists what these conditions need.
const skipped = [
  'EnsureKernelModule',
  'EnsureSysctl',
  'EnsureDisableSwap',
  'EnsureContainerRuntime',
  'EnsureStartContainerRuntime',
  'EnsureKubernetesImages',
]
const delegated = ['EnsureMetricsServer', 'EnsurePostClusterInstallHook']
const begun = '/var/lib/begun'

const operator = `import { connectToCluster, runConditionOperator } from '${root}/src/sdk/sdk.ts'
const { client } = await connectToCluster({ environment: process.env })
const bring = async () => 'by an operator'
process.once('SIGTERM', () => process.exit(0))
const conditions = { ${delegated.map((name) => `${name}: bring`).join(', ')} }
await runConditionOperator(client, { name: 'yard', conditions, leaseSeconds: 2 }, new AbortController().signal)
`

async function writeSite(site: string, machines: readonly TestMachine[]): Promise<void> {
  await mkdir(join(site, 'secrets/machines'), { recursive: true })
  const [first] = machines
  const key = await readFile(first?.keyFile ?? '', 'utf8')
  await writeFile(join(site, 'secrets/machines/privateKey'), key, { mode: 0o600 })
  const prelude = await readFile(join(shipped, 'scripts/prelude.sh'), 'utf8')
  await writeFiles(join(site, 'expansion'), {
    'expansion.yaml': `expansion_name: yard
expansion_version: 1.0.0
operator: operator/run
provider: [kubeadm/conf/minimum.sh, kubeadm/scripts/prelude.sh]
installer_skip_steps: [Execute post cluster ready hook, Import charts]
create_cluster_skip_conditions: [${skipped.join(', ')}]
create_cluster_delegate_conditions: [${delegated.join(', ')}]
`,
    'provider/kubeadm/conf/minimum.sh':
      'minimum_cpus=1\nminimum_memory_mib=100\nminimum_disk_mib=10\nmost_clock_skew=60\n',
    // Every script leaves a line when it begins.
    'provider/kubeadm/scripts/prelude.sh': `${prelude}\necho "$OUTRIGGER_CONDITION" >>${begun}\n`,
    'operator/operator.mts': operator,
    'operator/run': `#!/bin/sh\nexec '${process.execPath}' "\${0%/*}/operator.mts"\n`,
  })
  await chmod(join(site, 'expansion/operator/run'), 0o755)
  // Both steps that are skipped would leave something behind.
  const hook = '#!/bin/sh\ntouch "$OUTRIGGER_SITE_FOLDER/skipped"\n'
  await writeFiles(site, {
    'hooks/post-cluster-ready': hook,
    'charts/web-1.0.0.tgz': testChart('web', '1.0.0'),
  })
}

/** The conditions that no run repeats and that hold, as `CONDITION IP`. */
async function held(site: string, first: TestMachine): Promise<ReadonlySet<string>> {
  const { file } = await readProvider(shipped, undefined, never)
  const journal = fileJournal(join(site, 'state'))
  const all: string[] = []
  for (const is of providerOperations) {
    const once = new Set(file[is].filter(({ repeats }) => !repeats).map(({ name }) => name))
    for (const { step, reason, places } of await journal.marks(`cluster/global/${is}`)) {
      if (!once.has(step)) continue
      if (places !== undefined) all.push(...places.map((ip) => `${step} ${ip}`))
      else if (reason === 'Done') all.push(`${step} ${first.ip}`)
    }
  }
  return new Set(all)
}

async function linesOf(machine: TestMachine): Promise<readonly string[]> {
  const text = await readFile(join(machine.folder, 'var-lib/begun'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

/** The authority of the cluster and the Node of its first machine. */
async function identity(first: TestMachine): Promise<string> {
  const ca = await first.exec('cat /etc/kubernetes/pki/ca.crt')
  const uid = `get node ${first.ip} -o jsonpath={.metadata.uid}`
  return `${ca}${await first.exec(`kubectl --kubeconfig /etc/kubernetes/admin.conf ${uid}`)}`
}

/** The repositories of the platform, those that a skipped step would have written among them. */
async function repositories(first: TestMachine): Promise<string> {
  const get = 'get repositories.outrigger.dev -n outrigger-system -o name'
  return await first.exec(`kubectl --kubeconfig /etc/kubernetes/admin.conf ${get}`)
}

async function stand(first: TestMachine): Promise<string> {
  const kubectl = (words: string) =>
    first.exec(`kubectl --kubeconfig /etc/kubernetes/admin.conf ${words} -o name`)
  const pods = await kubectl('-n kube-system get pods -l component=etcd')
  const all = `${await kubectl('get nodes')}${pods}`.trim().split('\n')
  return all.toSorted().join(' ')
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const random = generator(Number(values.seed))
const problems: string[] = []
const folder = await mkdtemp(join(tmpdir(), 'outrigger-crash-machines-'))
const site = join(folder, 'site')
const started = await startMachines(3, join(folder, 'machines'))
try {
  const [m1, m2, m3] = started.machines as [TestMachine, TestMachine, TestMachine]
  await writeSite(site, started.machines)
  const wanted = [
    { machines: [m1, m2], workers: [] },
    { machines: [m1, m2], workers: [m3] },
    { machines: [m1], workers: [m3] },
    { machines: [m1], workers: [] },
  ]
  let [killed, run, at] = [0, 0, 0]
  let known: string | undefined
  for (let isOver = false; killed < kills || !isOver;) {
    run++
    const now = wanted[at % wanted.length] ?? { machines: [m1], workers: [] }
    const own = now.machines.map(({ ip }) => `{ip: ${ip}, secretName: machines}`)
    const others = now.workers.map(({ ip }) => `{ip: ${ip}, secretName: machines, role: worker}`)
    const list = [...own, ...others].join(', ')
    const text = `# run ${run}\ncluster:\n  version: 1.36.3\n  machines: [${list}]\n`
    await writeFile(join(site, 'site.yaml'), text)
    const before = await held(site, m1)
    const lines = await Promise.all(started.machines.map(linesOf))
    const child = startSite(folder, ['install', site])
    const ended = endOf(child)
    const moment = killed < kills ? sleep(1000 + random() * longest * 1000, false) : undefined
    isOver = await Promise.race([ended.then(() => true), ...(moment === undefined ? [] : [moment])])
    if (!isOver) {
      child.kill('SIGKILL')
      killed++
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const later = await Promise.all(started.machines.map(linesOf))
    const began = started.machines.flatMap(({ ip }, index) =>
      (later[index] ?? []).slice(lines[index]?.length).map((condition) => `${condition} ${ip}`),
    )
    for (const one of began.filter((place) => before.has(place)))
      problems.push(`run ${run}: ${one} held, and began again`)
    console.log(`run ${run}: ${isOver ? 'came to its end' : 'killed'} with ${list}`)
    if (!isOver) continue
    const { code, stderr } = await ended
    if (code !== 0) {
      problems.push(`run ${run}: ended with ${code}: ${stderr}`)
      break
    }
    const nodes = [...now.machines, ...now.workers].map(({ ip }) => `node/${ip}`)
    const found = await stand(m1)
    const right = [...nodes, ...now.machines.map(({ ip }) => `pod/etcd-${ip}`)].toSorted().join(' ')
    if (found !== right) problems.push(`run ${run}: wanted ${right}, found ${found}`)
    if (existsSync(join(site, 'skipped'))) problems.push(`run ${run}: a hook was to be skipped`)
    if ((await repositories(m1)).includes('/custom'))
      problems.push(`run ${run}: charts were offered`)
    known ??= await identity(m1)
    if ((await identity(m1)) !== known) problems.push(`run ${run}: it is another cluster`)
    at++
  }
  console.log(
    `${killed} kills in ${run} runs, seed ${values.seed}, ${at} times brought to its file`,
  )
} finally {
  await endOf(startSite(folder, ['stop', site]))
  await started.shutDown()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
