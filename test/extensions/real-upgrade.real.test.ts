import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { type ConnectedClient, connect, findConnection } from '../../src/kube/connect.ts'
import { Discovery } from '../../src/kube/discovery/discovery.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { readablePath } from '../../src/objects/diff/readable-path.ts'
import { type KubeObject, nameOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { askCluster } from '../../src/operator/clusters/ask-cluster.ts'
import { carryOutPhase } from '../../src/operator/rehearsal/carry-out-phase.ts'
import type { Move, Phase, Rehearsal } from '../../src/operator/rehearsal/rehearsal.ts'
import { rehearse } from '../../src/operator/rehearsal/rehearse.ts'
import { pushChart } from '../../src/sources/oci/push-chart.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { defaultRelease } from '../testbed/releases.ts'
import { ExtensionStage } from './extension-stage.ts'
import { packChart } from './pack-chart.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const signal = AbortSignal.timeout(300_000)
// A true older release, by name; else the newest plays its part: it is linked to say that it is 1.34, and serves what 1.34 does.
const release = process.env['OUTRIGGER_UPGRADE_FROM']
const cluster = 'prod'
const namespace = 'apps'

function facts(more: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
data:
  chart: {{ .Chart.Version | quote }}
${more}`
}

const still = { 'templates/facts.yaml': facts('') }
const asking = {
  'templates/facts.yaml': facts('  kubernetes: {{ .Capabilities.KubeVersion.Version | quote }}\n'),
}
// A kind that comes with 1.36, and an object that goes then.
const growing = {
  'templates/facts.yaml': facts(''),
  'templates/policy.yaml': `{{- if .Capabilities.APIVersions.Has "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy" }}
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: "{{ .Release.Name }}"}
spec:
  failurePolicy: Ignore
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration: {expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}'}
{{- else }}
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-fallback"}
data: {policy: none}
{{- end }}
`,
}

let plane: ControlPlane
let direct: ConnectedClient
let stage: ExtensionStage
let one: ChartRepository
let other: ChartRepository
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-upgrade-'))
  const older = release === undefined ? { emulatedVersion: '1.34' } : { version: release }
  plane = await startControlPlane({ folder, keeps: 'nothing', parts: [], ...older })
  const connection = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  direct = connect(connection, { rateLimit: 'none' })
  const charts = ['1.0.0', '2.0.0'].flatMap((version) => [
    { name: 'still', version, files: still },
    { name: 'asking', version, files: asking },
    { name: 'growing', version, files: growing },
  ])
  one = await ChartRepository.start(charts)
  other = await ChartRepository.start(charts)
  registry = await startTemporaryRegistry()
  const transport = createTransport()
  for (const version of ['1.34.0', '1.36.0'])
    await pushChart(
      connectRegistry(registry.host, { transport }),
      {
        below: 'extensions',
        archive: packChart({ name: 'autoscaler', version, files: asking }),
        created: '2026-01-01T00:00:00Z',
      },
      signal,
    )
  await transport.close()
  stage = await ExtensionStage.open(36)
  await stage.reached(cluster, await readFile(plane.kubeconfig, 'utf8'))
})

afterAll(async () => {
  await stage.close()
  await direct.close()
  await plane.shutDown()
  await one.stop()
  await other.stop()
  await registry.stop()
})

interface Offer {
  readonly name: string
  readonly sources: readonly JsonRecord[]
  readonly needs?: readonly string[]
}

function from(
  place: ChartRepository,
  name: string,
  chartVersion: string,
  more: JsonRecord = {},
): JsonRecord {
  return { repo: place.url, name, chartVersion, appVersion: chartVersion, ...more }
}

function numbered(
  count: number,
  name: string,
  offer: (name: string, at: number) => Offer,
): readonly Offer[] {
  return Array.from({ length: count }, (_, at) => offer(`${name}-${at + 1}`, at + 1))
}

/** Twenty extensions: how each comes by its chart. */
function offers(): readonly Offer[] {
  const follows = [
    from(one, 'still', '1.0.0', { kubernetes: '>=1.33 <1.36' }),
    from(other, 'still', '2.0.0', { kubernetes: '>=1.36' }),
  ]
  return [
    ...numbered(5, 'still', (name) => ({ name, sources: [from(one, 'still', '1.0.0')] })),
    ...numbered(5, 'asking', (name) => ({ name, sources: [from(one, 'asking', '1.0.0')] })),
    { name: 'growing', sources: [from(one, 'growing', '1.0.0')] },
    // A chain: each stands on the one before.
    ...numbered(5, 'chain', (name, at) => ({
      name,
      sources: follows,
      ...(at === 1 ? {} : { needs: [`chain-${at - 1}`] }),
    })),
    // The same version from where it is for both: it moves before.
    ...numbered(2, 'early', (name) => ({
      name,
      sources: [
        from(one, 'asking', '1.0.0', { kubernetes: '<1.36' }),
        from(other, 'asking', '1.0.0', { kubernetes: '>=1.34' }),
      ],
    })),
    {
      name: 'autoscaler',
      sources: [
        {
          tag: '{{ .Major }}.{{ .Minor }}.0',
          repo: `oci://${registry.host}/extensions/autoscaler`,
        },
      ],
    },
    // It asks, and moves with Kubernetes as well.
    {
      name: 'both',
      sources: [
        from(one, 'asking', '1.0.0', { kubernetes: '<1.36' }),
        from(one, 'asking', '2.0.0', { kubernetes: '>=1.36' }),
      ],
    },
  ]
}

const kinds = [
  { group: '', version: 'v1', kind: 'ConfigMap' },
  { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingAdmissionPolicy' },
]

/** The objects on the cluster, by kind and name. */
async function snapshot(): Promise<ReadonlyMap<string, KubeObject>> {
  const discovery = new Discovery(direct.client)
  const found = new Map<string, KubeObject>()
  for (const kind of kinds) {
    const resource = await discovery.findKind(kind, signal)
    if (resource === undefined) continue
    const where = resource.namespaced ? { namespace } : {}
    const { objects } = await listObjects(direct.client, { resource, ...where }, {}, signal)
    for (const object of objects) {
      if (nameOf(object) === 'kube-root-ca.crt') continue
      found.set(`${kind.kind} ${nameOf(object)}`, object)
    }
  }
  return found
}

/** The fate of the objects, one line for each object and each field of a ConfigMap. */
function changesBetween(
  before: ReadonlyMap<string, KubeObject>,
  after: ReadonlyMap<string, KubeObject>,
): readonly string[] {
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was === undefined) return [`create ${key}`]
    if (is === undefined) return [`prune ${key}`]
    const [old, now] = [was['data'], is['data']] as readonly Record<string, string>[]
    const fields = Object.keys({ ...old, ...now }).filter((name) => old?.[name] !== now?.[name])
    return fields.map((name) => `change ${key} data.${name}: ${old?.[name]} → ${now?.[name]}`)
  })
  return lines.toSorted()
}

/** The same lines, as a rehearsal says them of a phase. */
function changesForetold({ instances }: Rehearsal, phase: Phase): readonly string[] {
  return instances.flatMap((instance) => linesOf(instance[phase])).toSorted()
}

function bare(text: string): string {
  return text.replaceAll('"', '')
}

function linesOf(move: Move | undefined): readonly string[] {
  return (move?.plan.objects ?? []).flatMap(({ id, action, changes }) => {
    const key = `${id.kind} ${id.name}`
    if (action === 'unchanged') return []
    if (action !== 'change') return [`${action} ${key}`]
    return changes.map((change) => {
      const was = 'before' in change ? JSON.stringify(change.before) : '""'
      const is = 'after' in change ? JSON.stringify(change.after) : '""'
      return `change ${key} ${readablePath(change.path)}: ${bare(was)} → ${bare(is)}`
    })
  })
}

/** Source, revision and identity of each instance, by name. */
async function states(): Promise<
  Readonly<Record<string, { source: string; uid: string; revision: unknown }>>
> {
  const found = await Promise.all(
    offers().map(async ({ name }) => {
      const instance = await stage.get('ExtensionInstance', name)
      const plugin = await stage.get('Plugin', name)
      const source = textAt(instance, ['status', 'source'])
      const uid = textAt(plugin, ['metadata', 'uid'])
      return [name, { source, uid, revision: readPath(plugin, ['status', 'revision']) }] as const
    }),
  )
  return Object.fromEntries(found)
}

function bareName(instance: string): string {
  return instance.slice(instance.indexOf('/') + 1)
}

function rehearsed(to: string): Promise<Rehearsal> {
  return stage.rehearsal(cluster, async (context) => {
    const { version: from, kubelets } = await askCluster(context.target.client, signal)
    return rehearse({ cluster: context.cluster, from, to, kubelets }, context, signal)
  })
}

async function carriedOut(rehearsal: Rehearsal, phase: Phase): Promise<readonly string[]> {
  const lines: string[] = []
  await stage.rehearsal(cluster, (context) =>
    carryOutPhase(rehearsal, phase, { context, report: (line) => lines.push(line) }, signal),
  )
  return lines
}

test('twenty instances follow a real server from 1.34 to 1.36 as the rehearsal said', async () => {
  await stage.put('Cluster', cluster, { kubeconfig: { secretName: cluster } })
  for (const { name, sources, needs = [] } of offers()) {
    const dependsOn = needs.map((extension) => ({ extension }))
    const defaults = { targetNamespace: namespace }
    await stage.put('Extension', name, { sources: [...sources], dependsOn, defaults })
    await stage.put('ExtensionInstance', name, { extension: name, cluster })
  }
  for (const { name } of offers()) await stage.ready('ExtensionInstance', name)
  const first = await snapshot()
  const own = `v${release ?? '1.34.0'}`
  expect(textAt(await stage.get('Cluster', cluster), ['status', 'version'])).toBe(own)
  expect(textAt(first.get('ConfigMap asking-1'), ['data', 'kubernetes'])).toBe(own)

  const rehearsal = await rehearsed('1.36.3')
  expect(
    rehearsal.instances.flatMap(({ instance, blocks }) =>
      blocks.map((line) => `${instance}: ${line}`),
    ),
  ).toEqual([])
  const names = (phase: Phase) =>
    rehearsal.instances.flatMap((entry) => (entry[phase] === undefined ? [] : [entry.instance]))
  expect(names('before')).toEqual(['outrigger-system/early-1', 'outrigger-system/early-2'])
  expect(names('after')).toHaveLength(15)
  expect(rehearsal.notices).toEqual([expect.stringContaining('cannot be read')])

  // Before: the Cluster says what it is about to be, and what fits both moves.
  await carriedOut(rehearsal, 'before')
  expect(textAt(await stage.get('Cluster', cluster), ['spec', 'targetVersion'])).toBe('1.36.3')
  const second = await snapshot()
  expect(changesBetween(first, second)).toEqual(changesForetold(rehearsal, 'before'))
  const before = await states()

  const newer = { version: defaultRelease.version, emulatedVersion: undefined }
  await plane.restart('kube-apiserver', newer)
  for (;;) {
    await stage.clock.jump(10_000)
    const seen = await stage.get('Cluster', cluster)
    if (textAt(seen, ['status', 'version']).includes('1.36')) break
  }
  // The new version has been seen, and has not settled: nothing moves.
  await stage.ready('ExtensionInstance', 'chain-1', 'VersionUnstable')
  expect(await states()).toEqual(before)
  expect(changesBetween(second, await snapshot())).toEqual([])

  await stage.clock.jump(130_000)
  await carriedOut(rehearsal, 'after')
  expect(textAt(await stage.get('Cluster', cluster), ['spec', 'targetVersion'])).toBe('')
  for (const { name } of offers()) await stage.ready('ExtensionInstance', name)

  // The changes are those of the rehearsal, object by object and field by field.
  const third = await snapshot()
  expect(changesBetween(second, third)).toEqual(changesForetold(rehearsal, 'after'))
  const after = await states()
  const moved = new Set(names('after').map(bareName))
  // In place: each moved once, to the source that was foretold, and what did not move was not touched.
  const foretold = rehearsal.instances.map(({ instance, later }) => {
    const name = bareName(instance)
    const { uid = '', revision } = before[name] ?? {}
    const source = later?.source ?? ''
    return [name, { source, uid, revision: Number(revision) + (moved.has(name) ? 1 : 0) }] as const
  })
  expect(after).toEqual(Object.fromEntries(foretold))
  // In the order of what they need: one number counts all writes of the cluster.
  const chain = [1, 2, 3, 4, 5].map((at) =>
    Number(third.get(`ConfigMap chain-${at}`)?.metadata['resourceVersion']),
  )
  expect(chain).toEqual(chain.toSorted((left, right) => left - right))
  expect(await stage.warnings()).toEqual([])

  // There is nothing left to do.
  const again = await rehearsed('1.36.3')
  expect(again.instances.filter((entry) => entry.after ?? entry.before)).toEqual([])
})
