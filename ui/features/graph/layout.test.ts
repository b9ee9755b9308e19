import { expect, test } from 'vitest'
import { boxHeight, boxWidth, layout } from './layout.ts'
import type { ShownGraph } from './shown-graph.ts'

/** A graph by its arrows, `needed>needing`; a name alone is a box without arrows, `name@group` one of a group. */
function graph(...words: readonly string[]): ShownGraph {
  const arrows = words
    .filter((word) => word.includes('>'))
    .map((word) => {
      const [from = '', to = ''] = word.split('>')
      return { from, to }
    })
  const named = words.filter((word) => !word.includes('>'))
  const ids = new Set([...arrows.flatMap(({ from, to }) => [from, to]), ...named])
  return {
    boxes: [...ids].map((id) => ({
      id,
      title: id,
      note: '',
      state: 'ready' as const,
      group: id.split('@')[1] ?? '',
      members: [id],
      isInstance: false,
    })),
    arrows,
  }
}

const layered = (layers: number, wide: number) =>
  Array.from({ length: layers - 1 }, (_, layer) =>
    Array.from({ length: wide }, (__, at) =>
      [at, (at * 7 + 3) % wide].map((one) => `${layer}.${one}>${layer + 1}.${at}`),
    ),
  ).flat(2)

const graphs = [
  { name: 'nothing', words: [] },
  { name: 'one box', words: ['a'] },
  { name: 'a chain with a short cut', words: ['a>b', 'b>c', 'c>d', 'a>d'] },
  { name: 'a circle', words: ['a>b', 'b>c', 'c>a', 'c>d'] },
  { name: 'something that needs itself', words: ['a>a', 'a>b'] },
  { name: 'boxes without arrows beside others', words: ['a>b', 'x@net', 'y@net', 'z@disk'] },
  { name: 'layers with crossings', words: layered(5, 12) },
]

test.each(graphs)('$name: no two boxes overlap', ({ words }) => {
  const shown = graph(...words)
  const { boxes } = layout(shown)
  const places = Object.values(boxes)
  expect(places.length).toBe(shown.boxes.length)
  const overlaps = places.flatMap((one, at) =>
    places
      .slice(at + 1)
      .filter(
        (other) =>
          Math.abs(one.x - other.x) < boxWidth && Math.abs(one.y - other.y) < boxHeight - 0.01,
      ),
  )
  expect(overlaps).toEqual([])
})

test.each(graphs)('$name: everything is inside the picture', ({ words }) => {
  const { boxes, width, height } = layout(graph(...words))
  const outside = Object.values(boxes).filter(
    ({ x, y }) =>
      x < boxWidth / 2 ||
      y < boxHeight / 2 ||
      x > width - boxWidth / 2 ||
      y > height - boxHeight / 2,
  )
  expect(outside).toEqual([])
})

test('what is needed stands left of what needs it, and arrows begin and end at the sides of boxes', () => {
  const { boxes, arrows } = layout(graph('a>b', 'b>c', 'a>c'))
  for (const { from, to, points } of arrows) {
    const [start, end] = [boxes[from], boxes[to]]
    expect(start?.x).toBeLessThan(end?.x ?? 0)
    expect(points[0]).toEqual({ x: (start?.x ?? 0) + boxWidth / 2, y: start?.y })
    expect(points.at(-1)).toEqual({ x: (end?.x ?? 0) - boxWidth / 2, y: end?.y })
  }
})

test('a straight chain is a straight line', () => {
  const { boxes } = layout(graph('a>b', 'b>c', 'c>d'))
  expect(new Set(Object.values(boxes).map(({ y }) => y)).size).toBe(1)
})

test('orders layers so that arrows which need not cross do not', () => {
  const { boxes } = layout(graph('a>y', 'b>x', 'c>z'))
  const order = (names: string) =>
    [...names].toSorted((p, q) => (boxes[p]?.y ?? 0) - (boxes[q]?.y ?? 0))
  const partner: Record<string, string> = { a: 'y', b: 'x', c: 'z' }
  expect(order('abc').map((name) => partner[name])).toEqual(order('xyz'))
})

test('names the categories of boxes without arrows when there are several', () => {
  expect(layout(graph('x@net', 'z@disk')).labels.map(({ text }) => text)).toEqual(['disk', 'net'])
  expect(layout(graph('x@net', 'y@net')).labels).toEqual([])
})
