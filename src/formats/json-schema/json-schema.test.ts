import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Value } from '../value.ts'
import { decodeJson } from '../json/decode.ts'
import { JsonSchemaError } from './errors.ts'
import { compileJsonSchema, describeProblems } from './json-schema.ts'

interface Row {
  readonly name: string
  readonly schema: string
  readonly values: string
  /** The lines that helm 4.2.3 printed for a chart of that schema; their random order is sorted. */
  readonly complaint: readonly string[]
}

const recorded = new URL('testdata/helm-complaints.json', import.meta.url)
const rows = JSON.parse(readFileSync(recorded, 'utf8')) as readonly Row[]

function complaint(schema: string, value: Value): readonly string[] {
  try {
    return describeProblems(compileJsonSchema(schema, 'file:///values.schema.json'), value)
  } catch (error) {
    if (error instanceof JsonSchemaError) return error.message.split('\n')
    throw error
  }
}

describe('says what helm says', () => {
  test.each(rows)('$name', ({ schema, values, complaint: wanted }) => {
    expect(complaint(schema, decodeJson(values, 'any'))).toEqual(wanted)
  })
})

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof JsonSchemaError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'nothing thrown'
}

const refusal = 'other documents are never fetched; copy the definitions into the schema'

test.each([
  { name: 'a reference over HTTP', ref: 'http://localhost/x.json', url: 'http://localhost/x.json' },
  { name: 'a reference over HTTPS', ref: 'https://a.test/x#/y', url: 'https://a.test/x' },
  { name: 'a device', ref: 'file:///dev/zero', url: 'file:///dev/zero' },
  { name: 'a path', ref: '/dev/random', url: 'file:///dev/random' },
  { name: 'a file beside the schema', ref: 'other.json', url: 'file:///other.json' },
])('$name is refused without a look at it', ({ ref, url }) => {
  const compile = () => compileJsonSchema(JSON.stringify({ $ref: ref }), 'file:///v.json')
  expect(codeOf(compile)).toBe(`refused: failing loading "${url}": ${refusal}`)
})

test('a metaschema of somebody else is refused too', () => {
  const schema = '{"$schema":"https://a.test/meta"}'
  const code = codeOf(() => compileJsonSchema(schema, 'file:///v.json'))
  expect(code).toBe(`refused: failing loading "https://a.test/meta": ${refusal}`)
})

/** Each definition uses the next one twice, so a check has 2^count ways. */
function doubling(count: number, keyword: string): string {
  const definitions = Array.from({ length: count }, (_, i) => {
    const next = { $ref: `#/$defs/d${i + 1}` }
    return [`d${i}`, { [keyword]: [next, next] }] as const
  })
  const $defs = { ...Object.fromEntries(definitions), [`d${count}`]: { type: 'string' } }
  return JSON.stringify({ $defs, $ref: '#/$defs/d0' })
}

const steps = 'limit: schema needs more than 5000000 steps'
const depth = 'limit: schema is nested deeper than 1000 levels'

test.each([
  { name: 'allOf that doubles', schema: doubling(40, 'allOf'), refused: steps },
  { name: 'anyOf that doubles', schema: doubling(40, 'anyOf'), refused: steps },
  {
    name: 'a deep schema',
    schema: '{"not":'.repeat(3000) + '{}' + '}'.repeat(3000),
    refused: depth,
  },
  {
    name: 'a deep constant',
    schema: `{"$schema":"http://json-schema.org/draft-07/schema#","enum":[${Array(2)
      .fill('['.repeat(2000) + ']'.repeat(2000))
      .join()}]}`,
    refused: depth,
  },
  {
    name: 'a long number',
    schema: `{"minimum":${'9'.repeat(6000)}}`,
    refused: 'limit: number has more than 5000 digits',
  },
  {
    name: 'a pattern that repeats a lot',
    schema: JSON.stringify({ pattern: '((ab){30}){30}'.repeat(200) }),
    refused: 'limit: regular expression has more than 200000 instructions',
  },
])('$name is refused', ({ schema, refused }) => {
  const run = () => describeProblems(compileJsonSchema(schema, 'file:///v.json'), new Map())
  expect(codeOf(run)).toBe(refused)
})

test('deep values end at the limit, not at the end of the stack', () => {
  const tree = '{"additionalProperties":{"$ref":"#"}}'
  const values = decodeJson('{"a":'.repeat(900) + '1' + '}'.repeat(900), 'any')
  expect(codeOf(() => describeProblems(compileJsonSchema(tree, 'file:///v.json'), values))).toBe(
    depth,
  )
})

test('large exponents cost nothing', () => {
  const bounds = '{"minimum":1e999999,"maximum":-1e999999,"multipleOf":1e-999999}'
  expect(complaint(bounds, 1)).toEqual([
    "- at '': minimum: got 1, want ∞",
    "- at '': maximum: got 1, want -∞",
  ])
})
