import { expect, test } from 'vitest'
import { fromBytes } from '../../go-string.ts'
import { GoObject, Sized, TypedList, TypedMap, type Value } from '../../value.ts'
import { writeYamlPretty } from './write-pretty.ts'

class Version extends GoObject {
  readonly type = '*demo.Version'
  readonly kind = 'ptr'
  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['Major', '1'],
      ['GitCommit', 'abc'],
      ['cached', true],
    ]
  }
}

class Call extends GoObject {
  readonly type = 'func() string'
  readonly kind = 'func'
}

const binary = (length: number): string => fromBytes(new Uint8Array(length).fill(0xff))

test.each<{ name: string; value: Value; yaml: string }>([
  { name: 'bytes as a list of numbers', value: Uint8Array.of(104, 105), yaml: '- 104\n- 105' },
  {
    name: 'nil slices and maps as empty ones',
    value: [new TypedList('[]string', undefined), new TypedMap('map[string]string', undefined)],
    yaml: '- []\n- {}',
  },
  {
    name: 'integers of every size',
    value: [3n, new Sized('uint64', 18446744073709551615n)],
    yaml: '- 3\n- 18446744073709551615',
  },
  {
    name: 'numbers that JSON has no word for',
    value: [NaN, Infinity, -Infinity, -0],
    yaml: '- .nan\n- .inf\n- -.inf\n- -0',
  },
  {
    name: 'invalid bytes as binary data',
    value: new Map([[binary(1), binary(2)]]),
    yaml: '!!binary /w==: !!binary //8=',
  },
  {
    name: 'long binary data in lines of seventy characters',
    value: new Map([['k', binary(60)]]),
    yaml: `k: !!binary |\n  ${'/'.repeat(70)}\n  ${'/'.repeat(10)}`,
  },
  {
    name: 'the exported fields of a struct in their order',
    value: new Version(),
    yaml: 'major: "1"\ngitcommit: abc',
  },
])('writes $name', ({ value, yaml }) => expect(writeYamlPretty(value)).toBe(yaml))

const cycle: Value[] = []
cycle.push(cycle)

test.each<{ name: string; value: Value; error: string }>([
  { name: 'a function', value: [new Call()], error: 'cannot marshal type: func() string' },
  {
    name: 'a list inside itself',
    value: cycle,
    error: 'value is nested deeper than 10000 levels or contains itself',
  },
])('refuses $name', ({ value, error }) =>
  expect(() => writeYamlPretty(value)).toThrow(new Error(error)),
)
