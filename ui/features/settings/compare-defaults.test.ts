import { expect, test } from 'vitest'
import { compareDefaults } from './compare-defaults.ts'

const before = 'replicas: 1\nimage: {tag: "1"}\nold: {a: 1}\nhosts: [a]\nsame: 1\n'
const now = 'replicas: 2\nimage: {tag: "1"}\nhosts: [a, b]\nsame: 1\nfresh: true\n'
const mine = '# mine\nold:\n  a: 2\nreplicas: 3\n'

test('rows are what was set, then what has another default', () => {
  const rows = compareDefaults({ before, now, mine, unused: ['old.a'] })
  expect(rows).toEqual([
    { path: 'old.a', before: 1, now: undefined, mine: 2, isUnused: true },
    { path: 'replicas', before: 1, now: 2, mine: 3, isUnused: false },
    { path: 'hosts', before: ['a'], now: ['a', 'b'], mine: undefined, isUnused: false },
    { path: 'fresh', before: undefined, now: true, mine: undefined, isUnused: false },
  ])
})

test.each([
  { name: 'the same defaults and nothing set give no rows', before, now: before, mine: '' },
  {
    name: 'a text that cannot be read gives no rows of its own',
    before,
    now: before,
    mine: 'a: [',
  },
])('$name', (texts) => expect(compareDefaults({ ...texts, unused: [] })).toEqual([]))
