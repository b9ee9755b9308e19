import { expect, test } from 'vitest'
import { type PlatformFacts, type PluginFacts, problemsOf } from './root-cause.ts'

const ready = (status: string, reason: string, message = reason) => ({
  conditions: [
    { type: 'Ready', status, reason, message, lastTransitionTime: '2026-01-01T00:00:00Z' },
  ],
})

const plugin = (name: string, reason: string, ...needs: readonly string[]): PluginFacts => ({
  metadata: { name, namespace: 'shop' },
  spec: { dependsOn: needs.map((one) => ({ plugin: one })) },
  status: ready(reason === 'Installed' ? 'True' : 'False', reason),
})

const instance = (name: string, reason: string) => ({
  metadata: { name, namespace: 'shop' },
  status: { ...ready(reason === 'Installed' ? 'True' : 'False', reason), plugin: name },
})

const keys = (
  instances: PlatformFacts['instances'],
  plugins: PlatformFacts['plugins'],
  others: Partial<PlatformFacts> = {},
) =>
  problemsOf({ instances, plugins, ...others }).map(({ chain }) =>
    chain.map(({ kind, key }) => `${kind} ${key}`),
  )

test('follows a waiting plugin to the one that does not work', () => {
  const plugins = [
    plugin('front', 'Waiting', 'back'),
    plugin('back', 'Waiting', 'cache', 'shop/store'),
    plugin('cache', 'Installed'),
    plugin('store', 'RenderFailed'),
  ]
  expect(keys([instance('front', 'Waiting')], plugins)[0]).toEqual(['plugin shop/store'])
  expect(keys([instance('front', 'Waiting')], plugins)[1]).toEqual([
    'instance shop/front',
    'plugin shop/front',
    'plugin shop/back',
    'plugin shop/store',
  ])
})

test('tells a plugin that an instance wrote with its instance only', () => {
  expect(keys([instance('dns', 'Unhealthy')], [plugin('dns', 'Unhealthy')])).toEqual([
    ['instance shop/dns', 'plugin shop/dns'],
  ])
})

test('says nothing of things that work, or are under way', () => {
  expect(keys([instance('dns', 'Installed')], [plugin('web', 'Installing')])).toEqual([])
})

test('ends in a circle of dependencies', () => {
  const plugins = [plugin('a', 'Waiting', 'b'), plugin('b', 'Waiting', 'a')]
  expect(keys([], plugins)).toEqual([
    ['plugin shop/a', 'plugin shop/b'],
    ['plugin shop/b', 'plugin shop/a'],
  ])
})

const cluster = (name: string, reason: string) => ({
  metadata: { name },
  status: ready(reason === 'Reachable' ? 'True' : 'False', reason),
})

test('a plugin on a cluster that does not answer leads to the cluster, which is a problem itself', () => {
  const far = { ...plugin('dns', 'ClusterUnreachable'), spec: { cluster: 'edge' } }
  const clusters = [cluster('edge', 'ClusterUnreachable'), cluster('local', 'Reachable')]
  const found = keys([instance('dns', 'ClusterUnreachable')], [far], { clusters })
  expect(found).toEqual([
    ['instance shop/dns', 'plugin shop/dns', 'cluster edge'],
    ['cluster edge'],
  ])
})

const repository = (name: string, reason: string) => ({
  metadata: { name, namespace: 'shop' },
  status: ready('False', reason),
})

test('a repository that cannot be read is a problem, one that is suspended is none', () => {
  const repositories = [repository('charts', 'RefreshFailed'), repository('old', 'Suspended')]
  expect(keys([], [], { repositories })).toEqual([['repository shop/charts']])
})
