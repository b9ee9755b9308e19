import { expect, test } from 'vitest'
import type { Nouns } from '../../api/shown-kinds.ts'
import { graphOf } from './graph-of.ts'

const apiVersion = 'outrigger.dev/v1alpha1'
const head = (name: string) => ({
  name,
  namespace: 'team',
  uid: name,
  generation: 1,
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
})
const status = (reason: string) => ({
  observedGeneration: 1,
  conditions: [
    {
      type: 'Ready',
      status: reason === 'Installed' ? 'True' : 'False',
      reason,
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    },
  ],
})
const instance = (name: string, reason: string) =>
  ({
    apiVersion,
    kind: 'ExtensionInstance',
    metadata: head(name),
    spec: { extension: name },
    status: status(reason),
  }) as unknown as Nouns['instances']
const plugin = (name: string, reason: string) =>
  ({
    apiVersion,
    kind: 'Plugin',
    metadata: head(name),
    spec: { repo: 'builtin' },
    status: status(reason),
  }) as unknown as Nouns['plugins']
const extension = (name: string, category: string, needs: readonly string[] = []) =>
  ({
    metadata: { name },
    spec: { category, dependsOn: needs.map((one) => ({ extension: one })), sources: [] },
  }) as unknown as Nouns['extensions']

const extensions = [extension('metrics', 'monitoring'), extension('dashboard', 'ui', ['metrics'])]
const waits = instance('dashboard', 'Waiting')

test('an instance and its plugin are one box; one without a plugin is a box of its own', () => {
  const { graph, stateOf, categoryOf, isInstance } = graphOf({
    plugins: [plugin('metrics', 'Installed'), plugin('own', 'Installed')],
    instances: [instance('metrics', 'Installed'), waits],
    extensions,
  })
  expect(graph.nodes.map(({ id }) => [id, stateOf(id), categoryOf(id), isInstance(id)])).toEqual([
    ['team/metrics', 'ready', 'monitoring', true],
    ['team/own', 'ready', '', false],
    ['team/dashboard', 'waiting', 'ui', true],
  ])
  expect(graph.edges).toEqual([{ from: 'team/dashboard', to: 'team/metrics', version: '' }])
})

test('an extension that is needed and that nobody has chosen is drawn as what is missing', () => {
  const { graph, stateOf } = graphOf({ plugins: [], instances: [waits], extensions })
  expect(graph.edges).toEqual([{ from: 'team/dashboard', to: 'metrics', version: '' }])
  expect(graph.nodes.map(({ id }) => [id, stateOf(id)])).toEqual([
    ['team/dashboard', 'waiting'],
    ['metrics', 'unknown'],
  ])
})

test('an instance that is not well although its plugin is says so', () => {
  const { stateOf } = graphOf({
    plugins: [plugin('dashboard', 'Installed')],
    instances: [waits],
    extensions,
  })
  expect(stateOf('team/dashboard')).toBe('waiting')
})
