import { expect, test } from 'vitest'
import type { GraphNode } from '../../../src/operator/graph/plugin-graph.ts'
import { shownGraph } from './shown-graph.ts'

const node = (id: string, state: GraphNode['state']): GraphNode => ({
  id,
  is: 'plugin',
  state,
  version: '',
  message: '',
  waitingFor: [],
  took: undefined,
})

const graph = {
  nodes: [
    node('a/db', 'ready'),
    node('a/cache', 'ready'),
    node('a/web', 'waiting'),
    node('b/x', 'ready'),
  ],
  edges: [
    { from: 'a/web', to: 'a/db', version: '' },
    { from: 'a/web', to: 'a/cache', version: '' },
  ],
}

test('draws arrows from what is needed to what needs it', () => {
  const { boxes, arrows } = shownGraph(graph, { isGrouped: false, words: '' })
  expect(boxes.length).toBe(4)
  expect(arrows).toContainEqual({ from: 'a/db', to: 'a/web' })
})

test('draws what is ready in a namespace as one box, with one arrow', () => {
  const { boxes, arrows } = shownGraph(graph, { isGrouped: true, words: '' })
  expect(boxes.map(({ id, note }) => [id, note])).toEqual([
    ['ready:a', '2'],
    ['a/web', 'a'],
    ['ready:b', '1'],
  ])
  expect(arrows).toEqual([{ from: 'ready:a', to: 'a/web' }])
})

test('leaves out what does not have the words, and its arrows', () => {
  const { boxes, arrows } = shownGraph(graph, { isGrouped: false, words: 'web' })
  expect([boxes.length, arrows.length]).toEqual([1, 0])
})
