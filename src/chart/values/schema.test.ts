import { describe, expect, test } from 'vitest'
import { toBytes } from '../../formats/go-string.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { Sized, type Value } from '../../formats/value.ts'
import type { Chart, ChartFile, Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { loadFiles } from '../load/load.ts'
import { validateValues } from './schema.ts'
import { isTable } from './table.ts'

const integerPort = '{"properties":{"port":{"type":"integer"}}}'
const heading = "values don't meet the specifications of the schema(s) in the following chart(s):\n"

/** A chart from its schemas: 'root' for itself, 'root/sub' for a subchart, and so on. */
function chartWith(schemas: Readonly<Record<string, string>>): Chart {
  const files = Object.entries(schemas).flatMap(([path, schema]): ChartFile[] => {
    const names = path.split('/')
    const folder = names.slice(1).flatMap((name) => ['charts', name, ''])
    const prefix = folder.join('/').replaceAll('//', '/')
    const metadata = `apiVersion: v2\nname: ${names.at(-1)}\nversion: 1.0.0\n`
    const own = [{ name: `${prefix}Chart.yaml`, data: toBytes(metadata) }]
    if (schema === 'none') return own
    return [...own, { name: `${prefix}values.schema.json`, data: toBytes(schema) }]
  })
  return loadFiles(files, (data) => data)
}

function table(json: string): Table {
  const value = decodeJson(json, 'any')
  if (!isTable(value)) throw new Error(`${json} is no table`)
  return value
}

function complaint(chart: Chart, values: Table): string | undefined {
  try {
    validateValues(chart, values)
    return undefined
  } catch (error) {
    if (!(error instanceof ChartError) || error.code !== 'schema') throw error
    return error.message.replace(heading, '')
  }
}

// The texts were printed by helm 4.2.3, which adds one more newline at the end.
describe('says what helm says', () => {
  test.each([
    {
      name: 'about the chart and its subchart, with a newline for each list',
      schemas: { root: integerPort, 'root/sub': integerPort },
      values: '{"port":"x","sub":{"port":true}}',
      wanted:
        "root:\n- at '/port': got string, want integer\nsub:\n- at '/port': got boolean, want integer\n",
    },
    {
      name: 'about a subchart alone',
      schemas: { root: 'none', 'root/sub': integerPort },
      values: '{"port":"x","sub":{"port":true}}',
      wanted: "sub:\n- at '/port': got boolean, want integer\n",
    },
    {
      name: 'about the subchart of a subchart without a schema',
      schemas: { root: integerPort, 'root/sub': 'none', 'root/sub/grand': integerPort },
      values: '{"port":"x","sub":{"port":true,"grand":{"port":"x"}}}',
      wanted:
        "root:\n- at '/port': got string, want integer\ngrand:\n- at '/port': got string, want integer\n",
    },
    {
      name: 'about a schema that cannot be used, whose line has no end',
      schemas: { root: '{"$ref":"#/x"}', 'root/sub': integerPort },
      values: '{"sub":{"port":true}}',
      wanted:
        'root:\njson-pointer in "file:///values.schema.json#/x" not foundsub:\n' +
        "- at '/port': got boolean, want integer\n",
    },
    {
      name: 'about a subchart whose schema cannot be used',
      schemas: { root: integerPort, 'root/sub': '{"$ref":"#/x"}' },
      values: '{"port":"x","sub":{}}',
      wanted:
        "root:\n- at '/port': got string, want integer\n" +
        'sub:\njson-pointer in "file:///values.schema.json#/x" not found',
    },
    {
      name: 'about a schema that the draft forbids',
      schemas: { root: '{"$schema":"http://json-schema.org/draft-07/schema#","required":"a"}' },
      values: '{}',
      wanted:
        'root:\n"file:///values.schema.json#" is not valid against metaschema: ' +
        "jsonschema validation failed with 'http://json-schema.org/draft-07/schema#'\n" +
        "- at '/required': got string, want array",
    },
    {
      name: 'about an empty schema file',
      schemas: { root: '' },
      values: '{}',
      wanted: 'root:\nEOF',
    },
    {
      name: 'about the global table that every subchart has',
      schemas: { root: 'none', 'root/sub': '{"additionalProperties":false}' },
      values: '{"sub":{"global":{}}}',
      wanted: "sub:\n- at '': additional properties 'global' not allowed\n",
    },
    {
      name: 'nothing about a subchart without values',
      schemas: { root: 'none', 'root/sub': '{"required":["port"]}' },
      values: '{}',
      wanted: undefined,
    },
    {
      name: 'nothing about a subchart whose values are null',
      schemas: { root: 'none', 'root/sub': '{"required":["port"]}' },
      values: '{"sub":null}',
      wanted: undefined,
    },
    {
      name: 'nothing when all is well',
      schemas: { root: integerPort, 'root/sub': integerPort },
      values: '{"port":1,"sub":{"port":2}}',
      wanted: undefined,
    },
  ])('$name', ({ schemas, values, wanted }) => {
    expect(complaint(chartWith(schemas), table(values))).toBe(wanted)
  })
})

test('all charts stand under one heading', () => {
  const chart = chartWith({ root: integerPort })
  const values = table('{"port":"x"}')
  const wanted = `${heading}root:\n- at '/port': got string, want integer\n`
  expect(() => validateValues(chart, values)).toThrow(new ChartError('schema', wanted))
})

test('values of a subchart that are no table are named by their Go type', () => {
  const values = new Map<string, Value>([['sub', new Sized('int64', 5n)]])
  expect(complaint(chartWith({ root: 'none', 'root/sub': integerPort }), values)).toBe(
    'sub:\ninvalid type for values: expected object (map), got int64\n',
  )
})

describe('whole numbers from --set are exact', () => {
  const large = 9007199254740993n

  test.each([
    { name: 'a constant', schema: `{"const":${large}}`, wanted: undefined },
    {
      name: 'a limit, although both are shown as the same float',
      schema: `{"maximum":${large - 1n}}`,
      wanted:
        "root:\n- at '/a': maximum: got 9.007199254740992×10¹⁵, want 9.007199254740992×10¹⁵\n",
    },
    {
      name: 'a type',
      schema: '{"type":"string"}',
      wanted: "root:\n- at '/a': got number, want string\n",
    },
    { name: 'an integer', schema: '{"type":"integer"}', wanted: undefined },
  ])('$name', ({ schema, wanted }) => {
    const values = new Map<string, Value>([['a', new Sized('int64', large)]])
    const chart = chartWith({ root: `{"properties":{"a":${schema}}}` })
    expect(complaint(chart, values)).toBe(wanted)
  })
})
