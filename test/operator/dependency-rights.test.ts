import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/objects/json.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core, rbac, rbacGroup } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open()
  await mkdir(join(stage.files, 'small'))
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n'
  await writeFile(join(stage.files, 'small', 'all.yaml'), map)
  await stage.start()
})

afterAll(() => stage.close())

/** A namespace whose account may do everything in it, and nothing elsewhere. */
async function tenant(name: string): Promise<string> {
  await stage.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const metadata = { name: 'outrigger', namespace: name }
  await stage.apply(core('ServiceAccount'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  await allow(name, name, everything)
  return name
}

/** Lets the account of one namespace do something in another. */
async function allow(who: string, where: string, rules: JsonObject[]): Promise<void> {
  const metadata = { name: `for-${who}`, namespace: where }
  const apiVersion = `${rbacGroup}/v1`
  await stage.apply(rbac('Role'), { apiVersion, kind: 'Role', metadata, rules })
  await stage.apply(rbac('RoleBinding'), {
    apiVersion,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: rbacGroup, kind: 'Role', name: `for-${who}` },
    subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: who }],
  })
}

function plugin(namespace: string, name: string, dependsOn: JsonObject[] = []) {
  const repo = `file://${join(stage.files, 'small')}`
  return stage.plugin(name, { kind: 'template', repo, interval: '1h', dependsOn }, namespace)
}

async function told(namespace: string, name: string, reason: string): Promise<string> {
  const found = await stage.ready(name, reason, namespace)
  return found.status.conditions?.find(({ type }) => type === 'Ready')?.message ?? ''
}

/** Waits until the operator has looked at a plugin once more, with a changed spec. */
async function lookedAgain(namespace: string, name: string, dependsOn: JsonObject[]) {
  const repo = `file://${join(stage.files, 'small')}`
  const spec = { kind: 'template', repo, interval: '2h', dependsOn }
  await stage.plugin(name, spec, namespace)
}

interface Row {
  readonly what: string
  readonly dependency: (victim: string) => JsonObject
  /** Makes it exist, in whatever state it then is. */
  readonly make: (victim: string) => Promise<unknown>
  readonly group: string
  readonly resource: string
}

const rows: readonly Row[] = [
  {
    what: 'a Secret',
    dependency: (namespace) => ({ apiVersion: 'v1', kind: 'Secret', name: 'it', namespace }),
    make: (namespace) =>
      stage.apply(core('Secret'), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'it', namespace },
      }),
    group: '',
    resource: 'secrets',
  },
  {
    what: 'a Plugin in some version',
    dependency: (namespace) => ({ plugin: `${namespace}/it`, version: '>=0.0.0-0' }),
    make: async (namespace) => {
      await plugin(namespace, 'it')
      await stage.ready('it', 'Installed', namespace)
    },
    group: 'outrigger.dev',
    resource: 'plugins',
  },
]

test.each(rows.map((row, at) => ({ ...row, at })))(
  'whether $what of another namespace exists is told only to an account that may get it',
  async ({ dependency, make, group, resource, at }) => {
    const [spy, victim] = [await tenant(`spy-${at}`), await tenant(`victim-${at}`)]
    const dependsOn = [dependency(victim)]
    await plugin(spy, 'probe', dependsOn)
    const absent = await told(spy, 'probe', 'Forbidden')
    expect(absent).toContain(`service account ${spy}/outrigger may not get`)
    expect(absent).toContain(`in namespace ${victim}`)
    await make(victim)
    await lookedAgain(spy, 'probe', dependsOn)
    expect(await told(spy, 'probe', 'Forbidden')).toBe(absent)
    const events = (await stage.list(core('Event'))).filter(
      ({ metadata }) => metadata['namespace'] === spy,
    )
    expect(JSON.stringify(events)).not.toMatch(/Installed|exist/)
    const began = Date.now()
    await allow(spy, victim, [{ apiGroups: [group], resources: [resource], verbs: ['get'] }])
    await stage.ready('probe', 'Installed', spy)
    // By the rights that came, not by the next look of its own.
    expect(Date.now() - began).toBeLessThan(20_000)
  },
)

test('an account that may not get Secrets of its own namespace is not told of them either', async () => {
  const spy = await tenant('blind')
  await allow(spy, spy, [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
    { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'update', 'list', 'watch'] },
  ])
  await plugin(spy, 'probe', [{ apiVersion: 'v1', kind: 'Secret', name: 'it' }])
  expect(await told(spy, 'probe', 'Forbidden')).toContain('may not get v1 Secret it')
})

test('what an account may get is waited for as before', async () => {
  const one = await tenant('waiting')
  await plugin(one, 'late', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'it' }])
  expect(await told(one, 'late', 'Waiting')).toContain('v1 ConfigMap it, which does not exist')
  const metadata = { name: 'it', namespace: one }
  await stage.apply(core('ConfigMap'), { apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await stage.ready('late', 'Installed', one)
})

const read = (...verbs: string[]) => [
  { apiGroups: ['outrigger.dev'], resources: ['plugins'], resourceNames: ['dns'], verbs },
]

test('a tenant keeps nothing of the platform from being deleted', async () => {
  const one = await tenant('blocker')
  await plugin(platform, 'dns')
  await stage.ready('dns')
  await allow(one, platform, read('get'))
  await plugin(one, 'web', [{ plugin: `${platform}/dns` }])
  await stage.ready('web', 'Installed', one)
  await stage.deletePlugin('dns')
  await stage.until('dns is gone', async () => (await stage.readPlugin('dns')) === undefined)
  const web = await stage.readPlugin('web', one)
  expect(web?.status.conditions?.find(({ type }) => type === 'Installed')?.status).toBe('True')
})

test('one that may hold it does, until that right is taken away', async () => {
  const one = await tenant('holder')
  await plugin(platform, 'dns')
  await stage.ready('dns')
  await allow(one, platform, read('get', 'hold'))
  await plugin(one, 'web', [{ plugin: `${platform}/dns` }])
  await stage.ready('web', 'Installed', one)
  await stage.deletePlugin('dns')
  const held = await stage.ready('dns', 'NeededByOthers')
  const ready = held.status.conditions?.find(({ type }) => type === 'Ready')
  expect(ready?.message).toBe(`still needed by ${one}/web`)
  const began = Date.now()
  await allow(one, platform, read('get'))
  await stage.until('dns is gone', async () => (await stage.readPlugin('dns')) === undefined)
  expect(Date.now() - began).toBeLessThan(20_000)
})

test('a plugin of the same namespace is held without a word about rights', async () => {
  const one = await tenant('family')
  await plugin(one, 'dns')
  await plugin(one, 'web', [{ plugin: 'dns' }])
  await stage.ready('web', 'Installed', one)
  await stage.deletePlugin('dns', one)
  expect(await told(one, 'dns', 'NeededByOthers')).toBe(`still needed by ${one}/web`)
  await stage.deletePlugin('web', one)
  await stage.until('dns is gone', async () => (await stage.readPlugin('dns', one)) === undefined)
})

test('a circle is not told to one who may not see the other half of it', async () => {
  const [spy, other] = [await tenant('circle-a'), await tenant('circle-b')]
  await plugin(spy, 'one')
  await stage.ready('one', 'Installed', spy)
  await allow(other, spy, [
    { apiGroups: ['outrigger.dev'], resources: ['plugins'], verbs: ['get'] },
  ])
  await plugin(other, 'two', [{ plugin: `${spy}/one` }])
  await stage.ready('two', 'Installed', other)
  await stage.deletePlugin('one', spy)
  await stage.until('it is gone', async () => (await stage.readPlugin('one', spy)) === undefined)
  await plugin(spy, 'one', [{ plugin: `${other}/two` }])
  expect(await told(spy, 'one', 'Forbidden')).not.toContain('needs')
})
