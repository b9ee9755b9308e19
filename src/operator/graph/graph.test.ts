import { expect, test } from 'vitest'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { type Plugin, parsePlugin } from '../../kinds/plugin.ts'
import { forecast } from './forecast.ts'
import { parseExtensionInstance } from '../../kinds/extension-instance.ts'
import { withInstances } from './instances-in-graph.ts'
import { pluginGraph } from './plugin-graph.ts'

function plugin(
  name: string,
  needs: readonly JsonRecord[],
  reason: string,
  lastDuration?: number,
): Plugin {
  const isReady = reason === 'Installed'
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? 'True' : 'False',
    reason,
    message: `${name} ${reason}`,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  })
  const parsed = parsePlugin({
    metadata: { name, namespace: 'a', generation: 1 },
    spec: { dependsOn: needs },
    status: {
      observedGeneration: 1,
      conditions: [condition('Ready', isReady), condition('Stalled', reason === 'Unhealthy')],
      ...(lastDuration === undefined ? {} : { lastDuration }),
    },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const on = (name: string) => ({ plugin: name })

test('plugins, what they need, and what is missing are nodes', () => {
  const { nodes, edges } = pluginGraph([
    plugin(
      'web',
      [on('db'), on('b/cache'), { apiVersion: 'v1', kind: 'Secret', name: 's' }],
      'Waiting',
    ),
    plugin('db', [], 'Progressing'),
  ])
  expect(nodes.map(({ id, is, state }) => `${id} ${is} ${state}`)).toEqual([
    'a/web plugin waiting',
    'a/db plugin working',
    'b/cache missing-plugin unknown',
    'v1 Secret a/s object unknown',
  ])
  expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'a/web a/db',
    'a/web b/cache',
    'a/web v1 Secret a/s',
  ])
})

test.each([
  {
    name: 'nothing is left when all are ready',
    plugins: [plugin('web', [on('db')], 'Installed', 10), plugin('db', [], 'Installed', 20)],
    found: { criticalPath: [], left: 0, blocked: [] },
  },
  {
    name: 'the longest chain decides, by what changes took before',
    plugins: [
      plugin('web', [on('db'), on('cache')], 'Waiting', 10),
      plugin('db', [], 'Progressing', 100),
      plugin('cache', [], 'Progressing', 30),
      plugin('other', [], 'Installed', 500),
    ],
    found: { criticalPath: ['a/db', 'a/web'], left: 110, blocked: [] },
  },
  {
    name: 'without a past there is no time, but a path',
    plugins: [plugin('web', [on('db')], 'Waiting'), plugin('db', [], 'Unhealthy')],
    found: { criticalPath: ['a/db', 'a/web'], left: undefined, blocked: ['a/db'] },
  },
  {
    name: 'what cannot go on by itself takes as long as it likes',
    plugins: [plugin('web', [on('db')], 'Waiting', 5), plugin('db', [], 'Unhealthy', 7)],
    found: { criticalPath: ['a/db', 'a/web'], left: undefined, blocked: ['a/db'] },
  },
  {
    name: 'a circle has an end',
    plugins: [plugin('one', [on('two')], 'Waiting', 5), plugin('two', [on('one')], 'Waiting', 5)],
    found: { criticalPath: ['a/two', 'a/one'], left: 10, blocked: [] },
  },
])('$name', ({ plugins, found }) => {
  expect(forecast(pluginGraph(plugins))).toEqual(found)
})

function instance(name: string, reason: string) {
  const parsed = parseExtensionInstance({
    metadata: { name, namespace: 'a', generation: 1 },
    spec: { extension: 'shown' },
    status: {
      observedGeneration: 1,
      conditions: [
        {
          type: 'Ready',
          status: reason === 'Installed' ? 'True' : 'False',
          reason,
          message: `instance ${reason}`,
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

test('an instance and its plugin are one node, and one without a plugin waits in sight', () => {
  const plugins = [plugin('web', [on('db')], 'Installed', 5), plugin('old', [], 'Installed', 5)]
  const instances = [
    instance('web', 'Installed'),
    instance('old', 'InvalidParameters'),
    instance('db', 'Waiting'),
    instance('new', 'ExtensionNotFound'),
  ]
  const graph = withInstances(pluginGraph(plugins), instances)
  expect(
    graph.nodes.map(({ id, is, state, message }) => `${id} ${is} ${state} ${message}`),
  ).toEqual([
    'a/web plugin ready web Installed',
    'a/old plugin working instance InvalidParameters',
    'a/db instance waiting instance Waiting',
    'a/new instance waiting instance ExtensionNotFound',
  ])
  const alone = withInstances(pluginGraph(plugins.slice(0, 1)), instances)
  expect(forecast(alone)).toMatchObject({ left: undefined, criticalPath: ['a/db'] })
})
