import { expect, test } from 'vitest'
import { GoObject, Sized, TypedList, TypedMap, type Value } from '../value.ts'
import { encodeToml } from './encode.ts'
import { TomlError } from './errors.ts'

class KubeVersion extends GoObject {
  readonly type = '*common.KubeVersion'
  readonly kind = 'ptr'
  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['Version', 'v1.36.0'],
      ['normalizedVersion', ''],
      ['Major', '1'],
      ['Minor', '36'],
    ]
  }
}

class Call extends GoObject {
  readonly type = 'func() string'
  readonly kind = 'func'
}

const map = (entries: Record<string, Value>): Map<string, Value> => new Map(Object.entries(entries))

test.each<{ name: string; value: Value; toml: string }>([
  {
    name: 'integers as such and floats with a point',
    value: map({ a: 5, b: 5n, c: new Sized('int64', -5n), d: 1e6 }),
    toml: 'a = 5.0\nb = 5\nc = -5\nd = 1e+06\n',
  },
  {
    name: 'bytes as numbers',
    value: map({ a: Uint8Array.of(104, 105) }),
    toml: 'a = [104, 105]\n',
  },
  {
    name: 'a struct under its Go names',
    value: new KubeVersion(),
    toml: 'Version = "v1.36.0"\nMajor = "1"\nMinor = "36"\n',
  },
  {
    name: 'a struct in an array with the commas of the original',
    value: map({ c: ['x', new KubeVersion()] }),
    toml: 'c = ["x", {Version = "v1.36.0", Major = "1"Minor = "36", }]\n',
  },
  {
    name: 'nothing for nil slices and maps',
    value: map({
      a: new TypedList('[]string', undefined),
      b: new TypedMap('map[string]string', undefined),
      c: null,
    }),
    toml: '',
  },
  { name: 'a scalar at the top', value: 'x', toml: '"x"' },
])('writes $name', ({ value, toml }) => expect(encodeToml(value)).toBe(toml))

test.each<{ name: string; value: Value; error: string }>([
  {
    name: 'nil in an array',
    value: map({ a: [1, null] }),
    error: 'toml: cannot encode array with nil element',
  },
  {
    name: 'a list of tables at the top',
    value: [map({})],
    error: 'toml: top-level values must be Go maps or structs',
  },
  { name: 'a function in a map', value: map({ a: new Call() }), error: 'unsupported type: func' },
])('refuses $name', ({ value, error }) =>
  expect(() => encodeToml(value)).toThrow(new TomlError(error)),
)

test('panics on nil as the original does', () => {
  expect(() => encodeToml(null)).toThrow(
    new Error('reflect: call of reflect.Value.Type on zero Value'),
  )
})
