import { expect, test } from 'vitest'
import { groupParts } from './group-parts.ts'
import type { Part } from './part.ts'

test('parts that are wanted together share a file, and large ones have one of their own', () => {
  const parts = [
    part('main', ['errors'], ['pull', 'push']),
    part('errors', [], []),
    part('pull', ['errors', 'client', 'yaml'], ['unpack']),
    part('push', ['client'], ['huge']),
    part('client', ['errors'], []),
    part('yaml', [], []),
    part('unpack', ['yaml'], []),
    part('huge', [], [], 'x'.repeat(40_000)),
  ]
  const files = groupParts(new Map(parts.map((one) => [one.name, one])), 'main')
  expect(Object.fromEntries(files)).toEqual({
    main: 'frame',
    errors: 'frame',
    pull: 'pull',
    yaml: 'pull',
    unpack: 'pull',
    client: 'shared',
    push: 'push',
    huge: 'huge',
  })
})

function part(
  name: string,
  statics: readonly string[],
  dynamics: readonly string[],
  code = '',
): Part {
  return { name, code, statics, dynamics, isLate: false }
}
