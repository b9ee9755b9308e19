import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOracle } from '../test/oracles/find.ts'
import { type ControlPlane, startControlPlane } from '../test/testbed/control-plane.ts'
import { bundle } from '../tools/bundle.ts'
import { type CommandResult, runCommand } from '../tools/run-command.ts'
import type { Bench, Measurement } from './bench.ts'

// Nothing answers admission webhooks or runs hooks there, so both sides do without.
const chartName = 'prometheus-community_helm-charts__kube-prometheus-stack'
const settings = [
  'prometheusOperator.admissionWebhooks.enabled=false',
  'prometheusOperator.tls.enabled=false',
  // Drawn at random otherwise, and then the first upgrade is not without a change.
  'grafana.adminPassword=bench',
]
const root = join(import.meta.dirname, '..')
const limitSeconds = 300
const installLimit = 0.5
const unchangedLimit = 0.3

/** A large chart on a real API server, each program on a fresh one whose definitions are there already. */
export const bench: Bench = {
  summary: 'installing kube-prometheus-stack and upgrading it without a change, beside helm',
  measure: async () => {
    const corpus = process.env['OUTRIGGER_CORPUS']
    if (corpus === undefined) throw new Error('point OUTRIGGER_CORPUS at a folder of charts')
    const chart = join(corpus, 'charts', `${chartName}.tgz`)
    const helm = await measureSide([findOracle('helm4')], chart)
    // The released program is measured. It stands inside the repository because that is where its packages are.
    const folder = await mkdtemp(join(root, 'node_modules/.release-bench-'))
    await bundle(root, folder)
    const ours = await measureSide([process.execPath, join(folder, 'outrigger.js')], chart)
    await rm(folder, { recursive: true })
    if (ours.writes > 0) throw new Error('an upgrade without a change made a revision')
    return [
      { name: 'install, helm', value: helm.install, unit: 'ms' },
      { name: 'install, outrigger', value: ours.install, unit: 'ms' },
      ratio('install ÷ helm', ours.install / helm.install, installLimit),
      { name: 'upgrade without a change, helm', value: helm.upgrade, unit: 'ms' },
      { name: 'upgrade without a change, outrigger', value: ours.upgrade, unit: 'ms' },
      ratio('upgrade without a change ÷ helm', ours.upgrade / helm.upgrade, unchangedLimit),
    ]
  },
}

function ratio(name: string, value: number, limit: number): Measurement {
  return { name, value, unit: '×', limit }
}

interface Times {
  readonly install: number
  readonly upgrade: number
  readonly writes: number
}

async function measureSide(command: readonly string[], chart: string): Promise<Times> {
  const folder = await mkdtemp(join(tmpdir(), 'release-bench-'))
  const cluster = await startControlPlane({ folder, keeps: 'nothing' })
  try {
    await bringDefinitions(chart, cluster)
    const words = [
      'monitoring',
      chart,
      '--namespace=monitoring',
      '--no-hooks',
      '--skip-crds',
      ...settings.flatMap((setting) => ['--set', setting]),
    ]
    const first = ['install', ...words, '--create-namespace']
    // A program that was never run reads itself from the disk, and ours compiles itself.
    await run(command, [...first, '--dry-run=server'], cluster)
    const install = await timed(command, first, cluster)
    // The chart looks up what the install made, so the first upgrade has a change.
    await run(command, ['upgrade', ...words], cluster)
    const before = await writesOf(cluster)
    const upgrade = await timed(command, ['upgrade', ...words], cluster)
    const writes = (await writesOf(cluster)) - before
    return { install, upgrade, writes }
  } finally {
    await cluster.shutDown()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Revisions of the release: a program that writes nothing adds none. */
async function writesOf(cluster: ControlPlane): Promise<number> {
  const words = ['get', 'secrets', '-n', 'monitoring', '-l', 'owner=helm', '-o', 'name']
  const { output } = await run([findOracle('kubectl-1.36')], words, cluster)
  return output.trim().split('\n').length
}

async function bringDefinitions(chart: string, cluster: ControlPlane): Promise<void> {
  const { output } = await run([findOracle('helm4')], ['show', 'crds', chart], cluster)
  const file = join(cluster.folder, 'definitions.yaml')
  await writeFile(file, output)
  const kubectl = [findOracle('kubectl-1.36')]
  await run(kubectl, ['apply', '--server-side', '--field-manager=helm', '-f', file], cluster)
  await run(kubectl, ['wait', '--for=condition=Established', 'crd', '--all'], cluster)
}

async function timed(
  command: readonly string[],
  words: readonly string[],
  cluster: ControlPlane,
): Promise<number> {
  return (await run(command, words, cluster)).seconds * 1000
}

/** Runs a command against the cluster; it must succeed. */
async function run(
  [file = '', ...before]: readonly string[],
  words: readonly string[],
  { kubeconfig }: ControlPlane,
): Promise<CommandResult> {
  const env = { ...process.env, KUBECONFIG: kubeconfig }
  const args = [...before, ...words]
  const result = await runCommand(file, args, { env, output: 'capture', limitSeconds })
  if (!result.ok) throw new Error(`${words[0]} failed: ${result.output}`)
  return result
}
