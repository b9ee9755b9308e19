import { expect, test } from 'vitest'
import { schemaRows } from './schema-rows.ts'

test('has a row for each setting, through references, lists, free keys and alternatives', () => {
  const rows = schemaRows(
    {
      type: 'object',
      required: ['size'],
      properties: {
        size: { enum: ['small', 'large'], description: 'How much' },
        image: { $ref: '#/definitions/image' },
        hosts: { type: 'array', items: { type: 'string' } },
        streams: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' } } },
        },
        plugins: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { on: { type: 'boolean' } } },
        },
        store: {
          oneOf: [
            { properties: { s3: { type: 'string' } } },
            { properties: { disk: { type: 'string' } } },
          ],
        },
      },
      definitions: { image: { type: 'object', properties: { tag: { type: 'string' } } } },
    } as Parameters<typeof schemaRows>[0],
    { image: { tag: '1.2' } },
  )
  expect(
    rows.map(({ path, type, fallback, isRequired }) => [path, type, fallback, isRequired]),
  ).toEqual([
    ['size', 'string', undefined, true],
    ['image.tag', 'string', '1.2', false],
    ['hosts', 'array', undefined, false],
    ['streams[].name', 'string', undefined, false],
    ['plugins.*.on', 'boolean', undefined, false],
    ['store.disk', 'string', undefined, false],
    ['store.s3', 'string', undefined, false],
  ])
  expect(rows[0]?.choices).toEqual(['small', 'large'])
})

test('ends in a schema that refers to itself', () => {
  const tree = { type: 'object', properties: { left: { $ref: '#' }, name: { type: 'string' } } }
  expect(schemaRows(tree, undefined).some(({ path }) => path === 'left.name')).toBe(true)
})
