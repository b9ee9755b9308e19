import { expect, test } from 'vitest'
import { maskSecretLines } from './mask-secret-lines.ts'

test.each([
  {
    name: 'values of data and stringData',
    lines: ['kind: Secret', 'data:', '  a: eA==', 'stringData:', '  "b c": word'],
    masked: ['kind: Secret', 'data:', '  a: ***', 'stringData:', '  "b c": ***'],
  },
  {
    name: 'lines of a block, too',
    lines: ['stringData:', '  key: |', '    first', 'type: Opaque'],
    masked: ['stringData:', '  key: ***', '    ***', 'type: Opaque'],
  },
  {
    name: 'values in braces',
    lines: ['data: {a: eA==}', 'metadata:', '  name: x'],
    masked: ['data: ***', 'metadata:', '  name: x'],
  },
])('a Secret hides $name', ({ lines, masked }) => expect(maskSecretLines(lines)).toEqual(masked))
