import { expect, test } from 'vitest'
import { fromBytes } from '../../formats/go-string.ts'
import type { BuiltDocument } from '../../kustomize/node/build-job.ts'
import { limits } from '../../kustomize/limits.ts'
import { chartOfDocuments } from './chart-of-files.ts'
import { fillSource } from './fill-source.ts'
import type { ValuesSource } from '../values/merge-values.ts'
import { valuesFor } from '../values/variables.ts'

const document = (text: string): BuiltDocument => ({
  kind: 'ConfigMap',
  name: 'a',
  namespace: '',
  text,
  isLeftOut: false,
})

function fill(
  text: string,
  spec: { readonly values?: object; readonly valuesText?: string },
  sources: readonly ValuesSource[] = [],
): string {
  const built = [document(text)]
  const source = { chart: chartOfDocuments(built, 'web'), built, address: '', digest: '' }
  const values = valuesFor(
    { kind: 'kustomize', ...spec } as Parameters<typeof valuesFor>[0],
    sources,
  )
  return fillSource(source, values)
    .templates.map(({ data }) => fromBytes(data))
    .join('')
}

const from = (more: object): ValuesSource['from'] => ({
  kind: 'ConfigMap',
  name: 'variables',
  optional: false,
  ...more,
})

test.each([
  { name: 'texts', values: { a: 'x' }, text: 'v: ${a}', filled: 'v: x' },
  { name: 'whole numbers', values: { a: 3 }, text: 'v: ${a}', filled: 'v: 3' },
  { name: 'flags', values: { a: false }, text: 'v: ${a}', filled: 'v: false' },
  { name: 'lines as one', values: { a: 'x\ny\n' }, text: 'v: ${a}', filled: 'v: xy' },
  { name: 'nothing for what is not set', values: { b: '' }, text: 'v: ${a}', filled: 'v: ' },
  { name: 'defaults', values: { b: '' }, text: 'v: ${a:=d}', filled: 'v: d' },
  {
    name: 'nothing at all without variables',
    values: {},
    text: 'v: ${a:=d}',
    filled: 'v: ${a:=d}',
  },
  {
    name: 'nothing for what profiles say',
    values: { global: { a: 'x' } },
    text: '${a}',
    filled: '${a}',
  },
  {
    name: 'no templates',
    values: { a: '{{ .b }}' },
    text: 'v: ${a}',
    filled: 'v: {{ "{{" }} .b }}',
  },
])('fills in $name', ({ values, text, filled }) => {
  expect(fill(text, { values })).toBe(filled)
})

test.each([
  {
    name: 'each key of an object',
    from: from({}),
    data: { a: '007', b: 'null', c: '1e3' },
    filled: '007 null 1e3',
  },
  {
    name: 'a document under a key',
    from: from({ key: 'k' }),
    data: { k: 'a: x\nb: 2\nc: true' },
    filled: 'x 2 true',
  },
])('takes $name, under those of the plugin', ({ from: place, data, filled }) => {
  const sources = [{ from: place, data: data as unknown as Readonly<Record<string, string>> }]
  expect(fill('${a} ${b} ${c}', {}, sources)).toBe(filled)
  expect(fill('${a}', { values: { a: 'mine' } }, sources)).toBe('mine')
})

test('an object that wants to stay as it is does', () => {
  const built = [{ ...document('v: ${a}'), isLeftOut: true }]
  const source = { chart: chartOfDocuments(built, 'web'), built, address: '', digest: '' }
  const [template] = fillSource(source, new Map([['a', 'x']])).templates
  expect(fromBytes(template?.data ?? new Uint8Array())).toBe('v: ${a}')
})

test.each([
  [
    'a list',
    { a: ['x'] },
    '',
    'the variable a is a list: wanted a text, a whole number, true or false',
  ],
  ['an object', { a: { b: 'x' } }, '', 'the variable a is an object'],
  ['a fraction', { a: 1.5 }, '', 'the variable a is a number with a fraction'],
  ['a bad name', { 'a-b': 'x' }, '$', "ConfigMap a: 'a-b' is no name of a variable"],
  ['a bad use', { a: 'x' }, 'v: 1\nw: ${a', 'ConfigMap a: missing closing brace in line 2: ${a'],
  [
    'too much',
    { a: 'x'.repeat(1024) },
    '${a}'.repeat(40_000),
    `more than ${limits.substitutedCharacters} characters`,
  ],
  [
    'a replacement that grows',
    { a: 'x'.repeat(10_000) },
    '${a//x/${a}}',
    `more than ${limits.substitutedCharacters} characters`,
  ],
  [
    'uses in each other',
    { a: 'x' },
    '${b:='.repeat(100),
    `more than ${limits.depth} variables in each other`,
  ],
])('refuses %s and says which', (_, values, text, message) => {
  expect(() => fill(text, { values })).toThrow(message)
})
