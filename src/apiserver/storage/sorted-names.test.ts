import { expect, test } from 'vitest'
import { SortedNames } from './sorted-names.ts'

test('names stay in order however they come and go', () => {
  const names = new SortedNames()
  const there = new Set<string>()
  let seed = 7
  const draw = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  for (let step = 0; step < 20_000; step++) {
    const name = `n-${draw(6000)}`
    if (!there.has(name)) {
      names.add(name)
      there.add(name)
    } else if (draw(3) === 0) {
      names.delete(name)
      there.delete(name)
    }
  }
  expect([...names.from('')]).toEqual([...there].toSorted())
  for (const name of there) names.delete(name)
  expect([...names.from('')]).toEqual([])
})

test.each([
  { from: '', found: ['a', 'b', 'c'] },
  { from: 'b', found: ['b', 'c'] },
  { from: 'bb', found: ['c'] },
  { from: 'd', found: [] },
])('from "$from" on there is $found', ({ from, found }) => {
  const names = new SortedNames()
  for (const name of ['c', 'a', 'b']) names.add(name)
  expect([...names.from(from)]).toEqual(found)
})
