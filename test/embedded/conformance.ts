// npm run conformance:apiserver                  Kubernetes' own conformance tests of the API machinery, on the embedded server alone
// npm run conformance:apiserver -- --real        the same on the real control plane
// npm run conformance:apiserver -- --focus TEXT  only tests whose names match
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../tools/run-command.ts'
import { findOracle } from '../oracles/find.ts'
import { buildEndToEnd } from '../testbed/build.ts'
import { startControlPlane } from '../testbed/control-plane.ts'
import { defaultRelease } from '../testbed/releases.ts'
import { readyNode } from './ready-node.ts'
import { startEmbedded } from './start-embedded.ts'

const { values } = parseArgs({
  options: {
    real: { type: 'boolean', default: false },
    focus: { type: 'string', default: '' },
  },
})

/** Left out: tests that need pods that answer, or that take the cluster apart. */
const skipped = 'Slow|Serial|Disruptive|AdmissionWebhook|Aggregator'
const limitMinutes = 90

interface Report {
  readonly SpecReports: readonly {
    readonly LeafNodeType: string
    readonly LeafNodeText: string
    readonly ContainerHierarchyTexts: readonly string[]
    readonly State: string
    readonly RunTime: number
    readonly Failure?: { readonly Message: string }
  }[]
}

process.exitCode = await main()

async function main(): Promise<number> {
  const program = await buildEndToEnd(defaultRelease, process.env, (line) => console.error(line))
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-conformance-'))
  const cluster = values.real ? await startReal(folder) : await startAlone(folder)
  try {
    const report = join(folder, 'report.json')
    const { output } = await runCommand(program, flagsFor(cluster.kubeconfig, report), {
      output: 'capture',
      limitSeconds: (limitMinutes + 1) * 60,
    })
    return show(JSON.parse(await readFile(report, 'utf8')) as readonly Report[], output)
  } finally {
    await cluster.end()
  }
}

interface Cluster {
  readonly kubeconfig: string
  readonly end: () => Promise<void>
}

async function startAlone(folder: string): Promise<Cluster> {
  const { layout, stop } = await startEmbedded(folder)
  // The tests refuse to start without a node; nobody looks after it, and nothing runs on it.
  await readyNode(layout.admin)
  return { kubeconfig: layout.files.kubeconfig, end: stop }
}

async function startReal(folder: string): Promise<Cluster> {
  const plane = await startControlPlane({ folder, keeps: 'everything' })
  return { kubeconfig: plane.kubeconfig, end: () => plane.shutDown() }
}

function flagsFor(kubeconfig: string, report: string): readonly string[] {
  const focus = values.focus === '' ? '' : `.*${values.focus}`
  const flags = {
    kubeconfig,
    provider: 'skeleton',
    'allowed-not-ready-nodes': -1,
    minStartupPods: 0,
    'disable-log-dump': true,
    'kube-api-content-type': 'application/json',
    'kubectl-path': findOracle('kubectl-1.36'),
    'ginkgo.focus': String.raw`\[sig-api-machinery\]${focus}.*\[Conformance\]`,
    'ginkgo.skip': skipped,
    'ginkgo.no-color': true,
    'ginkgo.timeout': `${limitMinutes}m`,
    'ginkgo.json-report': report,
  }
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`)
}

function show(reports: readonly Report[], output: string): number {
  const run = reports
    .flatMap(({ SpecReports }) => SpecReports)
    .filter(({ LeafNodeType, State }) => LeafNodeType === 'It' && State !== 'skipped')
  const failed = run.filter(({ State }) => State !== 'passed')
  for (const { LeafNodeText, ContainerHierarchyTexts, State, Failure } of failed) {
    const why = Failure?.Message.split('\n')[0] ?? ''
    console.log(`${State}: ${[...ContainerHierarchyTexts, LeafNodeText].join(' ')}\n  ${why}`)
  }
  console.log(`${run.length} run, ${run.length - failed.length} passed`)
  if (run.length === 0) console.log(output)
  return run.length > 0 && failed.length === 0 ? 0 : 1
}
