import { expect, test } from 'vitest'
import { manifestText } from '../record/make-record.ts'
import { readManifest, splitDocuments } from './read-manifest.ts'
import { storedDocuments } from './stored-manifests.ts'

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n    one\n    two'

test.each([
  { name: 'a text at the end has its line break', text, a: 'one\ntwo\n' },
  {
    name: 'one that keeps all keeps all',
    text: `${text.replace('|', '|+')}\n\n`,
    a: 'one\ntwo\n\n\n',
  },
  { name: 'one that keeps none keeps none', text: text.replace('|', '|-'), a: 'one\ntwo' },
])('$name', ({ text: one, a }) => expect(readManifest(one)).toMatchObject([{ data: { a } }]))

test('lists give their items, and documents without anything nothing', () => {
  const list = 'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: A, metadata: {name: x}}]'
  const found = readManifest(`---\n# nothing\n---\n${list}\n--- # more\n${text}\n---\n`)
  expect(found.map(({ kind }) => kind)).toEqual(['A', 'ConfigMap'])
})

test('what is no object says so', () => {
  expect(() => readManifest('kind: A')).toThrow('the A is no Kubernetes object')
  expect(() => readManifest('- a')).toThrow('a document is no Kubernetes object')
})

test('dashes inside of a document do not split it', () => {
  expect(splitDocuments('a: |\n  ---\n---\nb: 1\n')).toEqual(['a: |\n  ---', 'b: 1\n'])
})

test('the documents of a record are those that were rendered', () => {
  const manifests = [text, `${text}\n\n`, `---\n${text}\n`].map((one) => ({
    path: 'shop/templates/a.yaml',
    text: one,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'a',
  }))
  const record = {
    name: 'shop',
    namespace: 'web',
    version: 1,
    info: { status: 'deployed' as const },
    chart: { metadata: {}, lock: null, templates: [], values: {}, schema: null, files: [] },
    manifest: manifestText({ manifests }),
  }
  const found = storedDocuments(record)
  expect(found.slice(0, 2)).toEqual(
    manifests.slice(0, 2).map(({ path, text: one }) => ({ path, text: one })),
  )
  expect(found.map((one) => readManifest(one.text))).toEqual(
    manifests.map((one) => readManifest(one.text)),
  )
})
