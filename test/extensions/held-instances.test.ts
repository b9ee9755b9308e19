import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rehearsalJson } from '../../src/actions/rehearse/rehearsal-json.ts'
import { printRehearsal } from '../../src/cli/cluster/print-rehearsal.ts'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { readPath, textAt } from '../../src/objects/kube-object.ts'
import { askCluster } from '../../src/operator/clusters/ask-cluster.ts'
import { carryOutPhase } from '../../src/operator/rehearsal/carry-out-phase.ts'
import { type Phase, type Rehearsal, isBlocked } from '../../src/operator/rehearsal/rehearsal.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(600_000)

const facts = `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
data: {chart: "{{ .Chart.Version }}", size: {{ .Values.size | quote }}}
`

function flow(version: string): string {
  return `apiVersion: flowcontrol.apiserver.k8s.io/${version}
kind: FlowSchema
metadata: {name: "{{ .Release.Name }}"}
spec:
  matchingPrecedence: {{ .Values.size }}
  priorityLevelConfiguration: {name: exempt}
`
}

const removed =
  'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema NAME was removed in Kubernetes 1.32: use flowcontrol.apiserver.k8s.io/v1'

type Source = Readonly<Record<'name' | 'chartVersion', string>> & JsonRecord

interface Row {
  readonly name: string
  readonly sources: readonly Source[]
  /** Offered before it is held, after the first revision. */
  readonly next?: readonly Source[]
  readonly hold: JsonRecord
  /** How the rehearsal tells it; nothing when that holds nothing back. */
  readonly held?: string
  readonly json?: JsonRecord
  readonly now: string
  readonly blocks?: readonly string[]
  /** Stored revisions that are rewritten before the upgrade. */
  readonly stored?: readonly number[]
}

const follows: readonly Source[] = [
  { name: 'web', chartVersion: '1.0.0', kubernetes: '<1.32' },
  { name: 'web', chartVersion: '2.0.0', kubernetes: '>=1.32' },
]
const early: readonly Source[] = [
  { name: 'web', chartVersion: '1.0.0', kubernetes: '<1.32', version: '1' },
  { name: 'web', chartVersion: '1.0.1', kubernetes: '>=1.31', version: '1' },
]
const old: Source = { name: 'flow', chartVersion: '1.0.0' }
const renewed: Source = { name: 'flow', chartVersion: '1.1.0' }
const pin = { pin: 1 }
const suspend = { suspend: true }

const rows: readonly Row[] = [
  {
    name: 'pinned',
    sources: follows,
    hold: pin,
    held: 'revision 1 is held by a rollback until instance set pinned --unpin',
    json: { by: 'pin', revision: 1 },
    now: '1.0.0',
  },
  {
    name: 'pinned-early',
    sources: early,
    hold: pin,
    held: 'revision 1 is held by a rollback until instance set pinned-early --unpin',
    json: { by: 'pin', revision: 1 },
    now: '1',
  },
  {
    name: 'suspended',
    sources: follows,
    hold: suspend,
    held: 'its Plugin is suspended',
    json: { by: 'suspend' },
    now: '1.0.0',
  },
  // The running objects are of a kind that goes.
  {
    name: 'pinned-old',
    sources: [old],
    next: [old, renewed],
    hold: pin,
    held: 'revision 1 is held by a rollback until instance set pinned-old --unpin',
    json: { by: 'pin', revision: 1 },
    now: '1.0.0',
    blocks: [removed],
    stored: [1, 3],
  },
  {
    name: 'suspended-old',
    sources: [old],
    hold: suspend,
    held: 'its Plugin is suspended',
    json: { by: 'suspend' },
    now: '1.0.0',
    blocks: [removed],
    stored: [1, 2],
  },
  // The revision before is of that kind, and is only stored.
  {
    name: 'pinned-new',
    sources: [old],
    next: [old, renewed],
    hold: { pin: 2 },
    held: 'revision 2 is held by a rollback until instance set pinned-new --unpin',
    json: { by: 'pin', revision: 2 },
    now: '1.1.0',
    stored: [1],
  },
  // A retired source goes, held or not.
  {
    name: 'ending',
    sources: [
      { name: 'web', chartVersion: '1.0.0', kubernetes: '<1.32' },
      { name: 'web', chartVersion: '1.0.0', kubernetes: '>=1.32', retirement: 'uninstall' },
    ],
    hold: suspend,
    now: '1.0.0',
    blocks: ['1.0.0 is retired, and retirement is uninstall'],
  },
]

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const values = { 'values.yaml': 'size: 900\n' }
  charts = await ChartRepository.start([
    ...['1.0.0', '1.0.1', '2.0.0'].map((version) => ({
      name: 'web',
      version,
      files: { ...values, 'templates/facts.yaml': facts },
    })),
    { name: 'flow', version: '1.0.0', files: { ...values, 'templates/a.yaml': flow('v1beta3') } },
    { name: 'flow', version: '1.1.0', files: { ...values, 'templates/a.yaml': flow('v1') } },
  ])
  stage = await ExtensionStage.open(31)
  await stage.put('Cluster', 'here', { inCluster: true })
  await stage.ready('Cluster', 'here', 'Reachable')
  for (const row of rows) await prepare(row)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

async function prepare({ name, sources, next, hold }: Row): Promise<void> {
  const offer = (offered: readonly Source[]) =>
    stage.put('Extension', name, {
      sources: offered.map((source) => ({ repo: charts.url, ...source })),
    })
  await offer(sources)
  await stage.put('ExtensionInstance', name, { extension: name })
  await stage.ready('ExtensionInstance', name)
  if (next === undefined) {
    await stage.put('ExtensionInstance', name, { extension: name, parameters: { size: 901 } })
  } else await offer(next)
  await stage.until('Plugin', name, (one) => readPath(one, ['status', 'revision']) === 2)
  if (hold['pin'] === 2) {
    await stage.put('ExtensionInstance', name, { extension: name, parameters: { size: 901 } })
    await stage.until('Plugin', name, (one) => readPath(one, ['status', 'revision']) === 3)
  }
  const target = { resource: resourceOf(pluginKind), namespace: platform, name }
  await patchObject(stage.client, target, { type: 'merge', patch: { spec: hold } }, {}, signal)
  const reason = 'pin' in hold ? 'Pinned' : 'Suspended'
  await stage.ready('ExtensionInstance', name, reason)
}

function rehearsed(to?: string): Promise<Rehearsal> {
  return stage.rehearsal('here', async (context) => {
    const { version: from, kubelets } = await askCluster(context.target.client, signal)
    return rehearse({ cluster: context.cluster, from, to: to ?? from, kubelets }, context, signal)
  })
}

async function carriedOut(rehearsal: Rehearsal, phase: Phase): Promise<readonly string[]> {
  const lines: string[] = []
  await stage.rehearsal('here', (context) =>
    carryOutPhase(
      rehearsal,
      phase,
      { context, report: (line) => lines.push(line) },
      AbortSignal.timeout(30_000),
    ),
  )
  return lines
}

function entry({ instances }: Rehearsal, name: string) {
  const found = instances.find(({ instance }) => instance === `${platform}/${name}`)
  if (found === undefined) throw new Error(`${name} is not in the rehearsal`)
  return found
}

test.each(rows)('$name is told as it is, and what it holds back does not move', async (row) => {
  const rehearsal = await rehearsed('1.32')
  const found = entry(rehearsal, row.name)
  expect([found.before, found.after]).toEqual([undefined, undefined])
  expect([found.now?.version, found.later?.version]).toEqual([row.now, row.now])
  expect(found.blocks).toEqual((row.blocks ?? []).map((line) => line.replace('NAME', row.name)))
  expect(found.stored.before.map(({ revision }) => revision)).toEqual(row.stored ?? [])
  const json = rehearsalJson(rehearsal, isBlocked(rehearsal))
  const [told] = (readPath(json, ['instances']) as readonly JsonRecord[]).filter(
    ({ instance }) => instance === `${platform}/${row.name}`,
  )
  expect(told?.['held']).toEqual(row.json)
  const text = printRehearsal(rehearsal, { show: 'objects', paint: (line) => line })
  const [, section = ''] = text.split('held, and not waited for:\n')
  const line = section.split('\n').find((one) => one.startsWith(`  ${platform}/${row.name} `))
  expect(line?.split('): ')[1]).toBe(row.held)
})

function withoutBlocked({ instances, ...rest }: Rehearsal): Rehearsal {
  const blocked = rows.flatMap(({ name, blocks }) => (blocks === undefined ? [] : [name]))
  const others = instances.filter(
    ({ instance }) => !blocked.includes(instance.slice(platform.length + 1)),
  )
  return { ...rest, instances: others }
}

test('neither phase waits for what is held', async () => {
  const free = rows.filter(({ held, blocks }) => held !== undefined && blocks === undefined)
  const lines = free.map(
    ({ name, held }) => `instance/${platform}/${name} is not waited for: ${held}`,
  )
  const first = await stage.data('pinned')
  expect(await carriedOut(withoutBlocked(await rehearsed('1.32')), 'before')).toEqual([
    `instance/${platform}/pinned-new revision 1 rewritten`,
    'cluster/here is about to be Kubernetes 1.32',
    ...lines.toSorted(),
  ])
  await stage.become(32)
  for (;;) {
    await stage.clock.jump(10_000)
    const seen = await stage.get('Cluster', 'here')
    if (textAt(seen, ['status', 'version']).includes('1.32')) break
  }
  await stage.clock.jump(130_000)
  expect(await carriedOut(withoutBlocked(await rehearsed()), 'after')).toEqual([
    ...lines.toSorted(),
    'cluster/here is Kubernetes v1.32.0',
  ])
  expect(await stage.data('pinned')).toEqual(first)
})
