import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nodeEntropy } from '../../src/chart/node/entropy.ts'
import { gunzip } from '../../src/chart/node/load-chart.ts'
import { loadFiles } from '../../src/chart/load/load.ts'
import { readValues } from '../../src/chart/values/read-values.ts'
import { toBytes } from '../../src/formats/go-string.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { type Plugin, pluginKind } from '../../src/kinds/plugin.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { Discovery } from '../../src/kube/discovery/discovery.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  listAt,
  readPath,
  textAt,
} from '../../src/objects/kube-object.ts'
import { install } from '../../src/release/install.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core, crds } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(10 * 60_000)
const rbacGroup = 'rbac.authorization.k8s.io'

let stage: OperatorStage

beforeAll(async () => {
  // Hooks go on for ever, until their operator is stopped.
  stage = await OperatorStage.open({ delays: { run: 600_000 } })
  await stage.start()
})
afterAll(() => stage.close())

const configMap = (name: string, colour = '{{ .Values.colour }}') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {colour: "${colour}"}\n`

/** A chart in a folder, by its files. */
async function chart(name: string, files: Readonly<Record<string, string>>): Promise<JsonObject> {
  const folder = join(stage.files, name)
  const all = {
    'Chart.yaml': `{apiVersion: v2, name: ${name}, version: 1.0.0}`,
    'values.yaml': 'colour: red\n',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { repo: `file://${folder}`, interval: '1h' }
}

async function byHand(namespace: string, name: string): Promise<KubeObject> {
  const metadata = { name, namespace }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour: 'mine' } }
  return stage.apply(core('ConfigMap'), object)
}

async function colourOf(namespace: string, name: string): Promise<string | undefined> {
  const found = await stage.get(core('ConfigMap'), namespace, name)
  return found && textAt(found, ['data', 'colour'])
}

async function revisions(namespace: string, name: string) {
  const store = new ReleaseStore({ client: stage.client })
  return store.outline({ namespace, name }, signal)
}

async function gone(name: string, namespace = platform): Promise<void> {
  await stage.deletePlugin(name, namespace)
  let last: Plugin | undefined
  const isGone = async () => {
    last = await stage.readPlugin(name, namespace)
    return last === undefined
  }
  await stage.until(`${name} is gone`, isGone, () => JSON.stringify(last?.status.conditions))
}

function messageOf({ status }: Plugin): string {
  return status.conditions?.find(({ type }) => type === 'Ready')?.message ?? ''
}

async function untilTold(name: string, text: string, namespace = platform): Promise<void> {
  let last: Plugin | undefined
  const isTold = async () => {
    last = await stage.readPlugin(name, namespace)
    return last !== undefined && messageOf(last).includes(text)
  }
  await stage.until(`${name} says ${text}`, isTold, () => JSON.stringify(last?.status))
}

/** A namespace whose account may do what is given, in the namespaces that are given. */
async function tenant(
  name: string,
  rules: readonly JsonObject[],
  places: readonly string[] = [name],
): Promise<void> {
  await stage.apply(core('Namespace'), named('v1', 'Namespace', name))
  await stage.apply(core('ServiceAccount'), named('v1', 'ServiceAccount', 'outrigger', name))
  for (const place of places) {
    const role = named(`${rbacGroup}/v1`, 'Role', `outrigger-${name}`, place)
    await stage.apply(rbac('Role'), { ...role, rules })
    await stage.apply(rbac('RoleBinding'), {
      ...named(`${rbacGroup}/v1`, 'RoleBinding', `outrigger-${name}`, place),
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name: `outrigger-${name}` },
      subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: name }],
    })
  }
}

function named(apiVersion: string, kind: string, name: string, namespace?: string): KubeObject {
  const place = namespace === undefined ? {} : { namespace }
  return { apiVersion, kind, metadata: { name, ...place } }
}

function rbac(kind: 'Role' | 'RoleBinding'): ApiResource {
  const resource = `${kind.toLowerCase()}s`
  return { group: rbacGroup, version: 'v1', resource, kind, namespaced: true }
}

const records = { apiGroups: [''], resources: ['secrets'], verbs: ['*'] }
const services = { apiGroups: [''], resources: ['services'], verbs: ['*'] }

const removals = [
  { how: 'deleted', remove: (name: string) => gone(name) },
  {
    how: 'disabled',
    remove: async (name: string, spec: JsonObject) => {
      await stage.plugin(name, { ...spec, enabled: false })
      await stage.ready(name, 'Disabled')
    },
  },
]

test.each(removals)(
  'a plugin that is $how leaves what its install failed over',
  async ({ how, remove }) => {
    const theirs = `theirs-${how}`
    const spec = await chart(`conflict-${how}`, {
      'templates/a.yaml': configMap(`ours-${how}`),
      'templates/b.yaml': configMap(theirs),
    })
    const made = await byHand(platform, theirs)
    await stage.plugin(`conflict-${how}`, spec)
    const failed = await stage.ready(`conflict-${how}`, 'Conflict')
    expect(messageOf(failed)).toContain(`ConfigMap "${theirs}"`)
    await remove(`conflict-${how}`, spec)
    const left = await stage.get(core('ConfigMap'), platform, theirs)
    expect(left?.metadata['uid']).toBe(made.metadata['uid'])
    expect(await colourOf(platform, theirs)).toBe('mine')
    expect(await colourOf(platform, `ours-${how}`)).toBeUndefined()
    expect(await revisions(platform, `conflict-${how}`)).toEqual([])
  },
)

test('an object that a plugin adopts by name is changed, and goes with it', async () => {
  const spec = await chart('adopting', { 'templates/a.yaml': configMap('adopted') })
  await byHand(platform, 'adopted')
  await stage.plugin('adopting', { ...spec, conflicts: 'take' })
  await stage.ready('adopting', 'Conflict')
  const adopt = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'adopted' }]
  await stage.plugin('adopting', { ...spec, conflicts: 'take', adopt })
  await stage.ready('adopting')
  expect(await colourOf(platform, 'adopted')).toBe('red')
  await gone('adopting')
  expect(await colourOf(platform, 'adopted')).toBeUndefined()
})

const job = `apiVersion: batch/v1
kind: Job
metadata: {name: hook, annotations: {helm.sh/hook: EVENT}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}
`

test.each([
  { name: 'may only read', rules: [{ ...core0(), verbs: ['get', 'list'] }], files: {} },
  { name: 'may not even read', rules: [], files: {} },
  {
    name: 'may not run the hooks either',
    rules: [],
    files: { 'templates/hook.yaml': job.replace('EVENT', '"pre-delete,post-delete"') },
  },
])('a plugin whose account $name can be deleted after its refused install', async (row) => {
  const place = `forbidden-${row.name.replaceAll(' ', '-')}`
  await tenant(place, [records, services, ...row.rules])
  const spec = await chart(place, { 'templates/a.yaml': configMap('a'), ...row.files })
  await stage.plugin('web', spec, place)
  await stage.ready('web', 'Forbidden', place)
  // It is tried again when the rights that it was given a moment ago are in force.
  const found = await revisions(place, 'web')
  expect([...new Set(found.map(({ status }) => status))]).toEqual(['failed'])
  await gone('web', place)
  expect(await revisions(place, 'web')).toEqual([])
})

function core0() {
  return { apiGroups: [''], resources: ['configmaps'] }
}

test('a plugin of a tenant without Leases goes after a crash in the middle of its install', async () => {
  const all = { ...core0(), verbs: ['*'] }
  const jobs = { apiGroups: ['batch'], resources: ['jobs'], verbs: ['*'] }
  await tenant('crashed', [records, all, jobs])
  const spec = await chart('crashed', {
    'templates/a.yaml': configMap('a'),
    'templates/hook.yaml': job.replace('EVENT', 'post-install'),
  })
  await stage.plugin('web', spec, 'crashed')
  await stage.until('its hook runs', async () => (await colourOf('crashed', 'a')) === 'red')
  await stage.until('its record is there', async () => {
    const [first] = await revisions('crashed', 'web')
    return first?.status === 'pending-install'
  })
  await stage.stop()
  await stage.deletePlugin('web', 'crashed')
  await stage.start()
  await gone('web', 'crashed')
  expect(await colourOf('crashed', 'a')).toBeUndefined()
  expect(await revisions('crashed', 'web')).toEqual([])
})

test('a second plugin is refused a release with both names, and takes nothing with it', async () => {
  const spec = await chart('shared', { 'templates/a.yaml': configMap('shared') })
  await stage.plugin('first', { ...spec, releaseName: 'shared', values: { colour: 'red' } })
  await stage.ready('first')
  const blue = { ...spec, releaseName: 'shared', values: { colour: 'blue' } }
  await stage.plugin('second', blue)
  const refused = await stage.ready('second', 'ReleaseOwned')
  expect(messageOf(refused)).toBe(
    'release shared in outrigger-system belongs to Plugin outrigger-system/first: with adopt: [{release: shared}] Plugin outrigger-system/second takes it over',
  )
  await stage.plugin('second', { ...blue, enabled: false })
  await stage.ready('second', 'Disabled')
  await stage.plugin('second', { ...blue, enabled: true })
  await stage.ready('second', 'ReleaseOwned')
  await gone('second')
  expect(await colourOf(platform, 'shared')).toBe('red')
  expect((await revisions(platform, 'shared')).map(({ status }) => status)).toEqual(['deployed'])
  // It comes as soon as the first one has gone.
  await stage.plugin('second', blue)
  await stage.ready('second', 'ReleaseOwned')
  await gone('first')
  await stage.ready('second')
  expect(await colourOf(platform, 'shared')).toBe('blue')
  await gone('second')
})

test('a plugin takes a release over by adopt, once for each change, and the other is told', async () => {
  const spec = await chart('taken', { 'templates/a.yaml': configMap('taken') })
  const desired = (colour: string, more: JsonObject = {}) => ({
    ...spec,
    releaseName: 'taken',
    values: { colour },
    ...more,
  })
  const adopt = [{ release: 'taken' }]
  await stage.plugin('provider', desired('red', { adopt }))
  await stage.ready('provider')
  await stage.plugin('taker', desired('blue', { adopt }))
  // Both ask for it; the later request counts, and then both stay where they are.
  await stage.ready('taker')
  await stage.ready('provider', 'ReleaseOwned')
  expect(await colourOf(platform, 'taken')).toBe('blue')
  await stage.plugin('provider', desired('red', { adopt, suspend: false, timeout: '4m' }))
  await stage.ready('provider')
  await stage.ready('taker', 'ReleaseOwned')
  expect(await colourOf(platform, 'taken')).toBe('red')
  await stage.plugin('taker', desired('green', { adopt }))
  await stage.ready('taker')
  await stage.ready('provider', 'ReleaseOwned')
  expect(await colourOf(platform, 'taken')).toBe('green')
  const count = (await revisions(platform, 'taken')).length
  await gone('provider')
  expect(await colourOf(platform, 'taken')).toBe('green')
  expect(await revisions(platform, 'taken')).toHaveLength(count)
  await gone('taker')
  expect(await colourOf(platform, 'taken')).toBeUndefined()
})

const person = () => ({
  client: stage.client,
  discovery: new Discovery(stage.client),
  store: new ReleaseStore({ client: stage.client }),
  identity: 'person',
  entropy: nodeEntropy,
  report: () => {},
})

/** As somebody at the command line does. */
async function installByHand(namespace: string, name: string, object: string): Promise<void> {
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/a.yaml', data: toBytes(configMap(object, 'mine')) },
  ]
  const chartInput = { chart: loadFiles(files, gunzip), values: readValues(toBytes('')) }
  const how = { timeout: 5000, wait: 'hooks', hooks: 'run', conflicts: 'fail' } as const
  const more = { immutable: 'fail', takeOver: false, takeOwnership: false } as const
  const rest = { onFailure: 'stay', cleanupOnFail: false, maxHistory: 10, labels: {} } as const
  const crds = { createNamespace: false, replace: false, crds: 'create' } as const
  const input = { namespace, name, ...chartInput, ...how, ...more, ...rest, ...crds }
  await install(input, person(), signal)
}

test('a release of a person is not taken without a word, nor uninstalled', async () => {
  await installByHand(platform, 'theirs', 'by-person')
  const spec = await chart('theirs', { 'templates/a.yaml': configMap('by-person') })
  await stage.plugin('theirs', spec)
  const refused = await stage.ready('theirs', 'ReleaseOwned')
  expect(messageOf(refused)).toContain(
    'release theirs in outrigger-system was installed by a person',
  )
  await gone('theirs')
  expect(await colourOf(platform, 'by-person')).toBe('mine')
  await stage.plugin('theirs', { ...spec, adopt: [{ release: 'theirs' }] })
  await stage.ready('theirs')
  expect(await colourOf(platform, 'by-person')).toBe('red')
  await gone('theirs')
  expect(await colourOf(platform, 'by-person')).toBeUndefined()
})

test('a plugin of the same name goes on with the release that the one before left', async () => {
  const spec = await chart('again', { 'templates/a.yaml': configMap('again') })
  await stage.plugin('again', { ...spec, deletion: 'orphan' })
  await stage.ready('again')
  await gone('again')
  expect(await colourOf(platform, 'again')).toBe('red')
  await stage.plugin('again', { ...spec, values: { colour: 'blue' } })
  await stage.ready('again')
  expect(await colourOf(platform, 'again')).toBe('blue')
  expect((await revisions(platform, 'again')).map(({ revision }) => revision)).toEqual([1, 2])
  await gone('again')
  expect(await colourOf(platform, 'again')).toBeUndefined()
})

test('a release from before releases had owners becomes that of the plugin that made it', async () => {
  const spec = await chart('old', { 'templates/a.yaml': configMap('old') })
  await stage.plugin('old', spec)
  await stage.ready('old')
  await stage.stop()
  const labels = { kind: null, namespace: null, name: null, uid: null }
  const patch = {
    metadata: {
      labels: Object.fromEntries(
        Object.entries(labels).map(([key, value]) => [`outrigger.dev/owner-${key}`, value]),
      ),
    },
  }
  const target = {
    resource: core('Secret'),
    namespace: platform,
    name: 'sh.helm.release.v1.old.v1',
  }
  await patchObject(stage.client, target, { type: 'merge', patch }, {}, signal)
  await stage.start()
  const plugin = await stage.ready('old')
  await stage.until('it is marked', async () => {
    const secret = await stage.get(core('Secret'), platform, 'sh.helm.release.v1.old.v1')
    return labelsOf(secret ?? {})['outrigger.dev/owner-uid'] === plugin.metadata.uid
  })
  expect(await revisions(platform, 'old')).toHaveLength(1)
  await gone('old')
  expect(await colourOf(platform, 'old')).toBeUndefined()
})

test('whether a release is in another namespace is told in the same words', async () => {
  const spec = await chart('spying', { 'templates/a.yaml': configMap('spying') })
  await tenant('victim', [])
  await tenant('spy', [records, { ...core0(), verbs: ['*'] }])
  await installByHand('victim', 'secret', 'of-victim')
  const told: string[] = []
  for (const releaseName of ['secret', 'absent']) {
    await stage.plugin(releaseName, { ...spec, targetNamespace: 'victim', releaseName }, 'spy')
    told.push(messageOf(await stage.ready(releaseName, 'Forbidden', 'spy')))
    await gone(releaseName, 'spy')
  }
  expect(told[0]).toBe(told[1])
  expect(await colourOf('victim', 'of-victim')).toBe('mine')
})

const crd = (fields: readonly string[]) =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.owning.example.com' },
    spec: {
      group: 'owning.example.com',
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
            },
          },
        },
      ],
    },
  })

async function fieldsOfThings(): Promise<readonly string[]> {
  const found = await stage.get(crds, '', 'things.owning.example.com')
  const [version] = listAt(found, ['spec', 'versions'])
  const properties = readPath(version, ['schema', 'openAPIV3Schema', 'properties']) ?? {}
  return Object.keys(properties as JsonObject)
}

function bringing(name: string, fields: readonly string[]): Promise<JsonObject> {
  return chart(name, { 'crds/a.yaml': crd(fields), 'templates/a.yaml': configMap(name) })
}

test('a definition of another plugin is left as it is, and the status says so until it is adopted', async () => {
  const wide = await bringing('wide', ['a', 'b'])
  await stage.plugin('wide', wide)
  await stage.ready('wide')
  const narrow = await bringing('narrow', ['a'])
  await stage.plugin('narrow', narrow)
  const told = await stage.ready('narrow')
  const line =
    'CustomResourceDefinition things.owning.example.com was brought by release wide in outrigger-system and is left as it is: adopt it by name to have it upgraded by this release'
  expect(told.status.leftAlone).toEqual([line])
  expect(messageOf(told)).toContain(line)
  expect(await fieldsOfThings()).toEqual(['a', 'b'])
  const apiVersion = 'apiextensions.k8s.io/v1'
  const kind = 'CustomResourceDefinition'
  const adopt = [{ apiVersion, kind, name: 'things.owning.example.com' }]
  await stage.plugin('narrow', { ...narrow, adopt })
  await stage.until('it is adopted', async () => (await fieldsOfThings()).length === 1)
  expect((await stage.ready('narrow')).status.leftAlone).toBeUndefined()
  await untilTold('narrow', 'revision 2')
  await gone('wide')
  await gone('narrow')
  expect(await fieldsOfThings()).toEqual(['a'])
  expect(await stage.get(resourceOf(pluginKind), platform, 'wide')).toBeUndefined()
})
