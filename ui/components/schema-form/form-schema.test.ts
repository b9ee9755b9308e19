import { expect, test } from 'vitest'
import {
  type FormSchema,
  chooseVariant,
  effectiveSchema,
  fieldTypeOf,
  problemsOf,
  typeOf,
} from './form-schema.ts'

const root = {
  definitions: { image: { type: 'object', properties: { tag: { type: 'string' } } } },
  properties: { image: { $ref: '#/definitions/image', description: 'The image' } },
  allOf: [
    {
      if: { properties: { mode: { const: 'tls' } }, required: ['mode'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { secret: { type: 'string' } }, required: ['secret'] },
    },
  ],
} as FormSchema

test('follows references and keeps what stands beside them', () => {
  const image = effectiveSchema(root, root.properties?.['image'] ?? {}, {})
  expect(image.description).toBe('The image')
  expect(Object.keys(image.properties ?? {})).toEqual(['tag'])
})

test.each([
  { value: { mode: 'plain' }, names: ['image'] },
  { value: { mode: 'tls' }, names: ['image', 'secret'] },
])('shows the fields that an if asks for with $value', ({ value, names }) =>
  expect(Object.keys(effectiveSchema(root, root, value).properties ?? {})).toEqual(names),
)

test('ends in a reference that leads to itself', () => {
  const circle = { $ref: '#/definitions/a', definitions: { a: { $ref: '#/definitions/a' } } }
  expect(typeOf(effectiveSchema(circle as FormSchema, circle as FormSchema, {}))).toBe('unknown')
})

const variants: readonly FormSchema[] = [
  { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] },
  { type: 'object', properties: { claim: { type: 'string' } }, required: ['claim'] },
]

test.each([
  { value: undefined, chosen: 0 },
  { value: { claim: 'x' }, chosen: 1 },
  { value: { other: 1 }, chosen: 0 },
])('finds the variant of $value', ({ value, chosen }) =>
  expect(chooseVariant({}, variants, value)).toBe(chosen),
)

test('says what is wrong with a value in the words of Helm', () => {
  const [first] = problemsOf(
    {},
    { type: 'object', properties: { n: { type: 'integer' } } },
    { n: 'x' },
  )
  expect(first).toContain('got string, want integer')
})

test.each([
  { schema: { type: ['null', 'integer'] }, type: 'integer' },
  { schema: { enum: ['a', 'b'] }, type: 'string' },
  { schema: { properties: {} }, type: 'object' },
  { schema: {}, type: 'unknown' },
])('takes $schema for a field of type $type', ({ schema, type }) =>
  expect(typeOf(schema)).toBe(type),
)

test.each([
  { value: undefined, fallback: 100, is: 'number' },
  { value: '64MB', fallback: 100, is: 'string' },
  { value: undefined, fallback: undefined, is: 'string' },
  { value: true, fallback: 1, is: 'boolean' },
])('of several types $value or else $fallback makes a $is', ({ value, fallback, is }) => {
  const type = ['string', 'integer', 'boolean']
  const schema = { type, ...(fallback === undefined ? {} : { default: fallback }) }
  expect(fieldTypeOf(schema, value)).toBe(is)
})

test('a schema counts once the property that it depends on is there', () => {
  const schema: FormSchema = {
    type: 'object',
    properties: { tls: { type: 'boolean' } },
    dependencies: { tls: { properties: { secret: { type: 'string' } } }, other: ['tls'] },
  }
  const names = (value: Record<string, boolean>) =>
    Object.keys(effectiveSchema(schema, schema, value).properties ?? {})
  expect([names({}), names({ tls: true })]).toEqual([['tls'], ['tls', 'secret']])
})
