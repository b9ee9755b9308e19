import { expect, test } from 'vitest'
import type { JsonObject } from '../../objects/json.ts'
import { parameterLines } from './parameter-lines.ts'

const rows: readonly { readonly schema: JsonObject; readonly lines: readonly string[] }[] = [
  { schema: {}, lines: [] },
  { schema: { properties: { any: {} } }, lines: ['any'] },
  {
    schema: {
      required: ['replicas'],
      properties: {
        replicas: { type: 'integer', minimum: 1, maximum: 5, description: 'How many.\nAt once.' },
      },
    },
    lines: ['replicas (integer, at least 1, at most 5, required): How many.'],
  },
  {
    schema: { properties: { mode: { enum: ['fast', 'safe'], default: 'safe', title: 'Mode' } } },
    lines: ['mode (fast or safe, default safe): Mode'],
  },
  {
    schema: {
      properties: {
        image: { type: 'object', properties: { tag: { type: ['string', 'null'], default: '' } } },
      },
    },
    lines: ['image.tag (string or null, default "")'],
  },
]

test.each(rows)('parameters of a schema become $lines', ({ schema, lines }) => {
  expect(parameterLines(schema, '')).toEqual(lines)
})
