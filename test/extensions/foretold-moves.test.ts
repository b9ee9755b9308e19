import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { readablePath } from '../../src/objects/diff/readable-path.ts'
import { readPath, textAt } from '../../src/objects/kube-object.ts'
import { askCluster } from '../../src/operator/clusters/ask-cluster.ts'
import { carryOutPhase } from '../../src/operator/rehearsal/carry-out-phase.ts'
import type { Move, Phase, Rehearsal } from '../../src/operator/rehearsal/rehearsal.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(600_000)

function map(more: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
data:
  chart: {{ .Chart.Version | quote }}
${more}`
}

const random = '  drawn: {{ randAlphaNum 8 | quote }}\n'
const dates = '  at: {{ now | unixEpoch | quote }}\n'
const counts = '  revision: {{ .Release.Revision | quote }}\n'
const asks = '  minor: {{ .Capabilities.KubeVersion.Minor | quote }}\n'
const wonders =
  '  isNew: {{ semverCompare ">=1.20-0" .Capabilities.KubeVersion.Version | quote }}\n'
const document = 'minor: {{ .Cluster.Minor }}\n'

const kept = `{{- $known := lookup "v1" "Secret" .Release.Namespace .Release.Name }}
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}}
data:
{{- if $known }}
  password: {{ index $known.data "password" }}
{{- else }}
  password: {{ randAlphaNum 8 | b64enc }}
{{- end }}
`

const templates: Readonly<Record<string, string>> = {
  random: map(random),
  dates: map(dates),
  counts: map(counts),
  'random-and-asks': map(random + asks),
  'counts-and-wonders': map(counts + wonders),
  wonders: map(wonders),
  keeps: kept,
  'keeps-and-wonders': `${kept}---\n${map(wonders)}`,
  noted: '{{ .Capabilities.KubeVersion.Minor }}',
  given: map('  minor: {{ .Values.minor | quote }}\n'),
}

interface Row {
  readonly name: string
  readonly chart: string
  /** Whether its next address is for both versions. */
  readonly moves?: 'early'
  /** The values that its source makes of parameters. */
  readonly values?: string
  /** The parameters of its instance, one after the other. */
  readonly instance?: readonly JsonRecord[]
  /** The forecast for the next Kubernetes; there is none for the one that is there. */
  readonly before?: Move['because']
  readonly after?: Move['because']
  /** Fields that the plan after the upgrade says to change. */
  readonly fields?: readonly string[]
  /** How many revisions come of it. */
  readonly revisions: number
}

const rows: readonly Row[] = [
  { name: 'random', chart: 'random', revisions: 0 },
  { name: 'dates', chart: 'dates', revisions: 0 },
  { name: 'counts', chart: 'counts', revisions: 0 },
  {
    name: 'random-for-a-document',
    chart: 'random',
    values: 'note: {{ .Cluster.Name }}\n',
    revisions: 0,
  },
  {
    name: 'random-for-changed-parameters',
    chart: 'random',
    values: 'note: {{ .Parameters.note }}\n',
    instance: [{ parameters: { note: 'a' } }, { parameters: { note: 'b' } }],
    revisions: 0,
  },
  {
    name: 'random-with-an-object',
    chart: 'random',
    instance: [
      {
        parametersFrom: [
          { kind: 'ConfigMap', name: 'kube-root-ca.crt', key: 'ca.crt', optional: true },
        ],
      },
    ],
    revisions: 0,
  },
  {
    name: 'random-with-parameters',
    chart: 'random',
    instance: [
      { parameters: { b: 1, a: { z: 1 } } },
      { parameters: { c: 2, a: { y: 1, z: 1 }, b: 1 } },
    ],
    revisions: 0,
  },
  {
    name: 'random-and-asks',
    chart: 'random-and-asks',
    after: 'render',
    fields: ['data.drawn', 'data.minor'],
    revisions: 1,
  },
  {
    name: 'counts-and-wonders',
    chart: 'counts-and-wonders',
    after: 'render',
    fields: ['data.revision'],
    revisions: 1,
  },
  // The operator renders it anew, and finds that nothing is other.
  { name: 'wonders', chart: 'wonders', revisions: 0 },
  { name: 'keeps', chart: 'keeps', revisions: 0 },
  { name: 'keeps-and-wonders', chart: 'keeps-and-wonders', revisions: 0 },
  { name: 'noted', chart: 'noted', after: 'render', fields: [], revisions: 1 },
  {
    name: 'given',
    chart: 'given',
    values: document,
    after: 'render',
    fields: ['data.minor'],
    revisions: 1,
  },
  // A move before the upgrade draws its entropy then, and not once more.
  { name: 'early-random', chart: 'random', moves: 'early', before: 'source', revisions: 1 },
  { name: 'early-counts', chart: 'counts', moves: 'early', before: 'source', revisions: 1 },
  {
    name: 'early-random-and-asks',
    chart: 'random-and-asks',
    moves: 'early',
    before: 'source',
    after: 'render',
    fields: ['data.drawn', 'data.minor'],
    revisions: 2,
  },
  {
    name: 'early-counts-and-wonders',
    chart: 'counts-and-wonders',
    moves: 'early',
    before: 'source',
    after: 'render',
    fields: ['data.revision'],
    revisions: 2,
  },
  { name: 'early-wonders', chart: 'wonders', moves: 'early', before: 'source', revisions: 0 },
]

let stage: ExtensionStage
let charts: ChartRepository
let other: ChartRepository

beforeAll(async () => {
  const all = Object.entries(templates).map(([name, text]) => {
    const path = name === 'noted' ? 'templates/NOTES.txt' : 'templates/objects.yaml'
    const files = { [path]: text, ...(name === 'noted' ? { 'templates/map.yaml': map('') } : {}) }
    return { name, version: '1.0.0', files }
  })
  charts = await ChartRepository.start(all)
  other = await ChartRepository.start(all)
  stage = await ExtensionStage.open(34)
  await stage.put('Cluster', 'here', { inCluster: true })
  await stage.ready('Cluster', 'here', 'Reachable')
  // The values of two profiles are written in another order than a server has them.
  await stage.put('Profile', 'one', { images: { map: { 'one.example.com': 'c.example.com' } } })
  for (const row of rows) {
    await stage.put('Extension', row.name, { sources: [...sourcesOf(row)] })
    for (const said of row.instance ?? [{}]) {
      await stage.put('ExtensionInstance', row.name, { extension: row.name, ...said })
      await stage.ready('ExtensionInstance', row.name)
    }
  }
  await stage.put('Profile', 'two', { images: { map: { 'two.example.com': 'c.example.com' } } })
  for (const { name } of rows)
    await stage.until('Plugin', name, (one) =>
      JSON.stringify(one['spec']).includes('two.example.com'),
    )
  for (const { name } of rows) await stage.ready('ExtensionInstance', name)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
  await other.stop()
})

function sourcesOf({ chart: name, moves, values }: Row): readonly JsonRecord[] {
  const given = values === undefined ? {} : { values }
  const first = { repo: charts.url, name, chartVersion: '1.0.0', ...given }
  if (moves === undefined) return [first]
  const next = { ...first, repo: other.url, kubernetes: '>=1.34' }
  return [{ ...first, kubernetes: '<1.35' }, next]
}

function rehearsed(to?: string): Promise<Rehearsal> {
  return stage.rehearsal('here', async (context) => {
    const { version: from, kubelets } = await askCluster(context.target.client, signal)
    return rehearse({ cluster: context.cluster, from, to: to ?? from, kubelets }, context, signal)
  })
}

function carriedOut(rehearsal: Rehearsal, phase: Phase): Promise<void> {
  return stage.rehearsal('here', (context) =>
    carryOutPhase(rehearsal, phase, { context, report: () => {} }, AbortSignal.timeout(30_000)),
  )
}

function movesIn({ instances }: Rehearsal) {
  return instances.map(({ instance, before, after }) => ({
    name: instance.slice(platform.length + 1),
    before: before?.because,
    after: after?.because,
  }))
}

function fieldsIn({ instances }: Rehearsal, name: string): readonly string[] | undefined {
  const found = instances.find(({ instance }) => instance === `${platform}/${name}`)
  return found?.after?.plan.objects
    .flatMap(({ changes }) => changes.map(({ path }) => readablePath(path)))
    .toSorted()
}

async function revisions(): Promise<ReadonlyMap<string, number>> {
  const found = rows.map(async ({ name }) => {
    const plugin = await stage.get('Plugin', name)
    return [name, Number(readPath(plugin, ['status', 'revision']))] as const
  })
  return new Map(await Promise.all(found))
}

test('what is foretold is what comes: no more revisions, and no fewer', async () => {
  const byName = rows.toSorted((one, two) => (one.name < two.name ? -1 : 1))
  const nothing = byName.map(({ name }) => ({ name, before: undefined, after: undefined }))
  expect(movesIn(await rehearsed('1.34'))).toEqual(nothing)

  const rehearsal = await rehearsed('1.35')
  expect(rehearsal.instances.flatMap(({ blocks }) => blocks)).toEqual([])
  expect(movesIn(rehearsal)).toEqual(
    byName.map(({ name, before, after }) => ({ name, before, after })),
  )
  expect(byName.map(({ name }) => [name, fieldsIn(rehearsal, name)])).toEqual(
    byName.map(({ name, fields }) => [name, fields]),
  )

  const first = await revisions()
  await carriedOut(rehearsal, 'before')
  await stage.become(35)
  for (;;) {
    await stage.clock.jump(10_000)
    const seen = await stage.get('Cluster', 'here')
    if (textAt(seen, ['status', 'version']).includes('1.35')) break
  }
  // As the command does, which looks again once Kubernetes is the new one.
  const again = await rehearsed()
  expect(movesIn(again).map(({ name, after }) => [name, after])).toEqual(
    byName.map(({ name, after }) => [name, after]),
  )
  await stage.clock.jump(130_000)
  await carriedOut(again, 'after')
  await carriedOut(rehearsal, 'after')
  for (const { name } of rows) await stage.ready('ExtensionInstance', name)
  const last = await revisions()
  expect(rows.map(({ name }) => [name, (last.get(name) ?? 0) - (first.get(name) ?? 0)])).toEqual(
    rows.map((row) => [row.name, row.revisions]),
  )
  expect(movesIn(await rehearsed())).toEqual(nothing)
  expect(await stage.warnings()).toEqual([])
})
