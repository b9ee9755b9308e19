import { expect, test } from 'vitest'
import type { GraphNode } from '../../../src/operator/graph/plugin-graph.ts'
import { type GraphChoice, shownGraph } from './shown-graph.ts'

const node = (id: string): GraphNode => ({
  id,
  is: 'plugin',
  state: 'ready',
  version: '',
  message: '',
  waitingFor: [],
  took: undefined,
})

const graph = {
  nodes: [node('a/db'), node('a/cache'), node('a/web'), node('b/x')],
  edges: [
    { from: 'a/web', to: 'a/db', version: '' },
    { from: 'a/web', to: 'a/cache', version: '' },
  ],
}

const choice: GraphChoice = {
  isGrouped: false,
  words: '',
  stateOf: (id) => (id === 'a/web' ? 'waiting' : 'ready'),
  categoryOf: (id) => (id === 'b/x' ? 'network' : 'storage'),
}

test('draws arrows from what is needed to what needs it', () => {
  const { boxes, arrows } = shownGraph(graph, choice)
  expect(boxes.map(({ title, note, state }) => [title, note, state])).toEqual([
    ['db', 'a', 'ready'],
    ['cache', 'a', 'ready'],
    ['web', 'a', 'waiting'],
    ['x', 'b', 'ready'],
  ])
  expect(arrows).toContainEqual({ from: 'a/db', to: 'a/web' })
})

test('draws what is ready in a category as one box, with one arrow', () => {
  const { boxes, arrows } = shownGraph(graph, { ...choice, isGrouped: true })
  expect(boxes.map(({ id, title, note }) => [id, title, note])).toEqual([
    ['ready:storage', 'storage', '2'],
    ['a/web', 'web', 'a'],
    ['ready:network', 'network', '1'],
  ])
  expect(arrows).toEqual([{ from: 'ready:storage', to: 'a/web' }])
})

test('draws a category that was opened one by one', () => {
  const { boxes } = shownGraph(graph, { ...choice, isGrouped: true, open: ['storage'] })
  expect(boxes.map(({ id }) => id)).toEqual(['a/db', 'a/cache', 'a/web', 'ready:network'])
})

test('leaves out what does not have the words, and its arrows', () => {
  const { boxes, arrows } = shownGraph(graph, { ...choice, words: 'web' })
  expect([boxes.length, arrows.length]).toEqual([1, 0])
})

test('leaves only what is in the state that was chosen', () => {
  const { boxes } = shownGraph(graph, { ...choice, state: 'waiting' })
  expect(boxes.map(({ id }) => id)).toEqual(['a/web'])
})
