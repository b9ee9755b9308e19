import { expect, test } from 'vitest'
import { ValueLines } from './value-lines.ts'

const text = `# a comment
image:
  tag: "1"
  pull: {policy: Always}

ports:
- name: http
  number: 80
-
  name: https
shared: &shared
  a: 1
user:
  <<: *shared
  b: 2
tag.dotted: x
image2: *shared
---
image:
  tag: "2"
`

const lines = new ValueLines(text)

test.each([
  { keys: ['image'], line: 19 },
  { keys: ['image', 'tag'], line: 20 },
  { keys: ['image', 'pull', 'policy'], line: 4 },
  { keys: ['ports'], line: 6 },
  { keys: ['ports', 0, 'number'], line: 8 },
  { keys: ['ports', 1, 'name'], line: 10 },
  { keys: ['user', 'a'], line: 12 },
  { keys: ['user', 'b'], line: 15 },
  { keys: ['tag.dotted'], line: 16 },
  { keys: ['image2', 'a'], line: 12 },
  { keys: ['ports', 2], line: undefined },
  { keys: ['image', 'tag', 'more'], line: undefined },
  { keys: ['nothing'], line: undefined },
])('finds $keys on line $line', ({ keys, line }) => {
  expect(lines.find(keys)).toBe(line)
})
