import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { conditionOf } from '../../src/objects/kube-object.ts'
import { OperatorStage } from './operator-stage.ts'
import { core, rbac, rbacGroup } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: OperatorStage
const spy = 'spy'

beforeAll(async () => {
  stage = await OperatorStage.open()
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n'
  await mkdir(join(stage.files, 'small'))
  await writeFile(join(stage.files, 'small', 'all.yaml'), map)
  await symlink(dirname(stage.files), join(stage.files, 'up'))
  await stage.start()
  for (const name of [spy, 'victim', 'empty']) await tenant(name)
})

afterAll(() => stage.close())

/** A namespace whose account may do everything in it but what it is not given. */
async function tenant(name: string): Promise<void> {
  await stage.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const metadata = { name: 'outrigger', namespace: name }
  await stage.apply(core('ServiceAccount'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  await allow(name, name)
}

async function allow(who: string, where: string): Promise<void> {
  const metadata = { name: `for-${who}`, namespace: where }
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
  const version = `${rbacGroup}/v1`
  await stage.apply(rbac('Role'), { apiVersion: version, kind: 'Role', metadata, rules })
  await stage.apply(rbac('RoleBinding'), {
    apiVersion: version,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: rbacGroup, kind: 'Role', name: `for-${who}` },
    subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: who }],
  })
}

/** The status of a plugin, without times. */
async function told(name: string, spec: JsonObject, namespace = spy): Promise<readonly string[]> {
  await stage.plugin(name, { kind: 'template', interval: '1h', ...spec }, namespace)
  await stage.until(`${name} was looked at`, async () => {
    const plugin = await stage.readPlugin(name, namespace)
    return plugin?.status.observedGeneration === plugin?.metadata.generation
  })
  const plugin = await stage.readPlugin(name, namespace)
  return (plugin?.status.conditions ?? []).map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`,
  )
}

const small = () => `file://${join(stage.files, 'small')}`
const from = (name: string) => ({ repo: small(), valuesFrom: [{ kind: 'Secret', name }] })

interface Pair {
  readonly what: string
  readonly there: () => JsonObject
  readonly absent: () => JsonObject
  /** The one difference that the two may have: the name that was asked for. */
  readonly names: readonly [string, string]
}

const pairs: readonly Pair[] = [
  {
    what: 'a path outside the root',
    there: () => ({ repo: 'file:///etc/hostname' }),
    absent: () => ({ repo: 'file:///etc/hostnone' }),
    names: ['hostname', 'hostnone'],
  },
  {
    what: 'a path through a link that leads out of the root',
    there: () => ({ repo: `file://${join(stage.files, 'up')}` }),
    absent: () => ({ repo: `file://${join(stage.files, 'up')}/it` }),
    names: ['/up ', '/up/it '],
  },
  {
    what: 'a folder outside the source',
    there: () => ({ repo: small(), path: '../../../../etc' }),
    absent: () => ({ repo: small(), path: '../../../../etx' }),
    names: ['/etc', '/etx'],
  },
  {
    what: 'a release of another namespace',
    there: () => ({ repo: small(), targetNamespace: 'victim', releaseName: 'theirs' }),
    absent: () => ({ repo: small(), targetNamespace: 'victim', releaseName: 'nobody' }),
    names: ['theirs', 'nobody'],
  },
  {
    what: 'a namespace',
    there: () => ({ repo: small(), targetNamespace: 'empty' }),
    absent: () => ({ repo: small(), targetNamespace: 'nowhere' }),
    names: ['empty', 'nowhere'],
  },
  {
    what: 'a Cluster that does not allow the namespace',
    there: () => ({ repo: small(), cluster: 'theirs' }),
    absent: () => ({ repo: small(), cluster: 'nobody' }),
    names: ['theirs', 'nobody'],
  },
  {
    what: 'a Repository that does not allow the namespace',
    there: () => ({ repo: 'theirs' }),
    absent: () => ({ repo: 'nobody' }),
    names: ['theirs', 'nobody'],
  },
]

test.each(pairs.map((pair, at) => ({ ...pair, at })))(
  'the same is told whether or not there is $what',
  async ({ there, absent, names, at }) => {
    await stage.plugin('theirs', { kind: 'template', repo: small() }, 'victim')
    await stage.ready('theirs', 'Installed', 'victim')
    await stage.apply(resourceOf(clusterKind), {
      apiVersion,
      kind: 'Cluster',
      metadata: { name: 'theirs' },
      spec: { inCluster: true, allowedNamespaces: ['victim'] },
    })
    await stage.apply(resourceOf(repositoryKind), {
      apiVersion,
      kind: 'Repository',
      metadata: { name: 'theirs', namespace: 'outrigger-system' },
      spec: { url: 'https://charts.example.com', visibility: 'private', suspend: true },
    })
    const one = await told(`a-${at}`, there())
    const other = await told(`b-${at}`, absent())
    expect(one.join('\n')).not.toContain('Ready True')
    expect(other.map((line) => line.replaceAll(names[1], names[0]))).toEqual(one)
  },
)

test('a release goes to another namespace once the account may read records there', async () => {
  const spec = { repo: small(), targetNamespace: 'empty' }
  const lines = await told('guest', spec)
  expect(lines[0]).toContain(
    'service account spy/outrigger may not list Secrets in namespace empty',
  )
  await allow(spy, 'empty')
  await stage.ready('guest', 'Installed', spy)
  await stage.deletePlugin('guest', spy)
  await stage.until('it is gone', async () => (await stage.readPlugin('guest', spy)) === undefined)
  expect(await stage.get(core('ConfigMap'), 'empty', 'guest')).toBeUndefined()
})

test('what was installed there is not let go because the right was taken away', async () => {
  await tenant('lent')
  await allow(spy, 'lent')
  const spec = { kind: 'template', repo: small(), targetNamespace: 'lent' }
  await stage.plugin('lodger', spec, spy)
  await stage.ready('lodger', 'Installed', spy)
  const none = { name: `for-${spy}`, namespace: 'lent' }
  await stage.apply(rbac('Role'), {
    apiVersion: `${rbacGroup}/v1`,
    kind: 'Role',
    metadata: none,
    rules: [],
  })
  await stage.deletePlugin('lodger', spy)
  const left = await stage.ready('lodger', 'Forbidden', spy)
  expect(left.status.conditions?.find(({ type }) => type === 'Installed')?.status).toBe('True')
  await allow(spy, 'lent')
  await stage.until('it is gone', async () => (await stage.readPlugin('lodger', spy)) === undefined)
  expect(await stage.get(core('ConfigMap'), 'lent', 'lodger')).toBeUndefined()
})

test('whether a Secret with values exists is told only to an account that may get it', async () => {
  await tenant('poor')
  const metadata = { name: 'for-poor', namespace: 'poor' }
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }]
  await stage.apply(rbac('Role'), { apiVersion: `${rbacGroup}/v1`, kind: 'Role', metadata, rules })
  await stage.apply(core('Secret'), {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'there', namespace: 'poor' },
  })
  const one = await told('one', from('there'), 'poor')
  const other = await told('other', from('absent'), 'poor')
  expect(one[0]).toContain('service account poor/outrigger may not get Secret there')
  expect(other.map((line) => line.replaceAll('absent', 'there'))).toEqual(one)
})

test.each([
  'git+ext://sh -c id',
  'ssh://-oProxyCommand=id/x',
  'git+ssh://-oProxyCommand=id/x',
  'git://example.com/x',
  'gopher://example.com/x',
])('an address that means nothing is told of: %s', async (repo) => {
  const name = `odd-${Buffer.from(repo).toString('hex').slice(0, 40)}`
  const lines = await told(name, { repo })
  expect(lines[0]).toMatch(/^Ready False InvalidSpec: repo: address /)
  expect(lines).toContain(lines[0]?.replace('Ready False', 'Stalled True'))
  expect(stage.passes.filter(({ key, error }) => key === `spy/${name}` && error)).toEqual([])
})

test('a Repository at an address that means nothing is told of, too', async () => {
  const metadata = { name: 'odd', namespace: spy }
  const spec = { url: 'git+ext://sh -c id' }
  await stage.apply(resourceOf(repositoryKind), { apiVersion, kind: 'Repository', metadata, spec })
  await stage.until('it is refused', async () => {
    const found = await stage.get(resourceOf(repositoryKind), spy, 'odd')
    return conditionOf(found ?? {}, 'Ready')?.reason === 'InvalidSpec'
  })
  const found = await stage.get(resourceOf(repositoryKind), spy, 'odd')
  expect(conditionOf(found ?? {}, 'Ready')?.message).toContain('git+ext:// is no scheme for charts')
})
