import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { replaceInvalid } from '../go-string.ts'
import type { Value } from '../value.ts'
import type { YamlError } from './errors.ts'
import { readYaml, readYamlAs, readYamlList, readYamlMap, readYamlStrict } from './read.ts'
import type { Shape } from './shape.ts'
import { rows, type ReadRow } from './testdata/read-rows.ts'

const recorded = JSON.parse(
  readFileSync(new URL('testdata/read-recorded.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>

describe('what the real helm reads', () => {
  test.each(rows)('$name', (row) => {
    expect(recorded).toHaveProperty([row.name])
    expect(outcomeOf(row)).toEqual(JSON.parse(recorded[row.name] ?? ''))
  })

  test('every row has a name of its own', () => {
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    expect(Object.keys(recorded).toSorted()).toEqual(rows.map((row) => row.name).toSorted())
  })
})

// The answer of fromYaml and fromYamlArray: an error is a value there.
function outcomeOf({ text, as }: ReadRow): unknown {
  try {
    return plain(as === 'list' ? readYamlList(text) : readYamlMap(text))
  } catch (error) {
    const message = replaceInvalid((error as YamlError).message)
    return as === 'list' ? [message] : { Error: message }
  }
}

function plain(value: Value): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]))
  return Array.isArray(value) ? value.map(plain) : value
}

describe('strict reading', () => {
  test.each([
    {
      name: 'a key given twice',
      text: 'a: 1\nb: 2\na: 3\n',
      problems: ['line 3: key "a" already set in map'],
    },
    {
      name: 'keys of every type',
      text: '1: a\n0x1: b\nyes: c\ntrue: d\n~: e\nnull: f\n1.5: g\n1.50: h\n',
      problems: [
        'line 2: key 1 already set in map',
        'line 4: key true already set in map',
        'line 6: key <nil> already set in map',
        'line 8: key 1.5 already set in map',
      ],
    },
    {
      name: 'a key that a merge brings',
      text: 'a: 1\n<<: {a: 2}\n',
      problems: ['line 2: key "a" already set in map'],
    },
    {
      name: 'the line of the value counts',
      text: 'a: 1\na:\n  - 2\n',
      problems: ['line 3: key "a" already set in map'],
    },
  ])('refuses $name', ({ text, problems }) => {
    const message = `error converting YAML to JSON: yaml: unmarshal errors:\n  ${problems.join('\n  ')}`
    expect(() => readYamlStrict(text)).toThrow(message)
  })

  test('accepts keys that only look alike', () => {
    expect(plain(readYamlStrict('a: 1\nA: 2\n"1": 3\n'))).toEqual({ a: 1, A: 2, '1': 3 })
  })
})

describe('reading into a Go type', () => {
  const strings: Shape = { kind: 'list', of: 'string' }
  const person: Shape = {
    kind: 'struct',
    type: 'v2.Maintainer',
    isPointer: true,
    fields: { name: 'string', tags: strings },
  }
  const shape: Shape = {
    kind: 'struct',
    type: 'v2.Metadata',
    fields: {
      appVersion: 'string',
      deprecated: 'bool',
      keywords: strings,
      annotations: { kind: 'map', of: 'string' },
      maintainers: { kind: 'list', of: person },
      extra: 'any',
    },
  }

  test.each([
    { text: 'appVersion: 1.10', value: { appVersion: '1.1' } },
    { text: 'appVersion: 1.0', value: { appVersion: '1' } },
    { text: 'appVersion: 16777217.0', value: { appVersion: '1.6777216e+07' } },
    { text: 'appVersion: 0x10', value: { appVersion: '16' } },
    { text: 'appVersion: 18446744073709551615', value: { appVersion: '18446744073709551615' } },
    { text: 'appVersion: yes', value: { appVersion: 'true' } },
    { text: 'appVersion: .inf', value: { appVersion: '+Inf' } },
    { text: 'appVersion: 2001-01-01', value: { appVersion: '2001-01-01' } },
    { text: 'appVersion: ~', value: {} },
    { text: 'APPVERSION: 1', value: { appVersion: '1' } },
    { text: 'unknown: 1', value: {} },
    { text: 'keywords: [1, yes, a, ~]', value: { keywords: ['1', 'true', 'a', ''] } },
    { text: 'annotations: {1: 2, b: ~}', value: { annotations: { '1': '2', b: '' } } },
    { text: 'maintainers: [{name: 5, x: y}, ~]', value: { maintainers: [{ name: '5' }, null] } },
    { text: 'extra: [1, {a: 2}]', value: { extra: [1, { a: 2 }] } },
  ])('reads $text', ({ text, value }) => {
    expect(plain(readYamlAs(text, shape))).toEqual(value)
  })

  test.each([
    { text: '[]', problem: 'array into Go value of type v2.Metadata' },
    {
      text: 'appVersion: []',
      problem: 'array into Go struct field Metadata.appVersion of type string',
    },
    {
      text: 'deprecated: "yes"',
      problem: 'string into Go struct field Metadata.deprecated of type bool',
    },
    {
      text: 'keywords: a',
      problem: 'string into Go struct field Metadata.keywords of type []string',
    },
    {
      text: 'keywords: [a, {}]',
      problem: 'object into Go struct field Metadata.keywords of type string',
    },
    {
      text: 'annotations: 5',
      problem: 'number into Go struct field Metadata.annotations of type map[string]string',
    },
    {
      text: 'maintainers: x',
      problem: 'string into Go struct field Metadata.maintainers of type []*v2.Maintainer',
    },
    {
      text: 'maintainers: [x]',
      problem: 'string into Go struct field Metadata.maintainers of type v2.Maintainer',
    },
    {
      text: 'maintainers: [{tags: x}]',
      problem: 'string into Go struct field Maintainer.maintainers.tags of type []string',
    },
    {
      text: 'keywords: 1\nappVersion: {}',
      problem: 'object into Go struct field Metadata.appVersion of type string',
    },
  ])('refuses $text', ({ text, problem }) => {
    const message = `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${problem}`
    expect(() => readYamlAs(text, shape)).toThrow(message)
  })
})

describe('bounds', () => {
  test('what is too deep for JSON is an error', () => {
    const text = `${'- '.repeat(5000)}${'['.repeat(5001)}${']'.repeat(5001)}`
    expect(() => readYaml(text)).toThrow("invalid character '[' exceeded max depth")
  })

  test('what JSON can just carry is read', () => {
    expect(readYaml('['.repeat(10000) + ']'.repeat(10000))).toHaveLength(1)
  })

  test('a document that grows by aliases is refused', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh'].map((pair) =>
      pair.split(''),
    ))
      levels.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`)
    expect(() => readYaml(levels.join('\n'))).toThrow('document contains excessive aliasing')
  })

  test('an error says its kind and line', () => {
    expect(() => readYaml('a: 1\nb: c: d\n')).toThrow(
      expect.objectContaining({ code: 'syntax', line: 2, stage: 'convert' }),
    )
  })
})
