import { expect, test } from 'vitest'
import { toBytes } from '../../formats/go-string.ts'
import type { Chart } from '../chart.ts'
import { loadFiles } from '../load/load.ts'
import { renderHere } from '../node/render-here.ts'
import { completeSchemas, fetchingDocuments, type FetchDocument } from './with-documents.ts'

const { signal } = new AbortController()
const nothing = { answers: new Map(), recordedEntropy: undefined }

function chartOf(schema: object): Chart {
  const files = {
    'Chart.yaml': '{apiVersion: v2, name: c, version: 1.0.0}',
    'values.schema.json': JSON.stringify(schema),
    'templates/a.yaml': 'kind: K\nmetadata: {name: n}\n',
  }
  const all = Object.entries(files).map(([name, text]) => ({ name, data: toBytes(text) }))
  return loadFiles(all, (data) => data)
}

/** A web of documents that notes what was fetched. */
function webOf(documents: Readonly<Record<string, string>>) {
  const fetched: string[] = []
  const fetch: FetchDocument = async (url) => {
    fetched.push(url)
    const text = documents[url]
    if (text === undefined) throw new Error(`no ${url}`)
    return { data: toBytes(text), digest: `sha256:${url.length}` }
  }
  return { fetched, fetch }
}

const a = 'https://schemas.example/folder/a.json'
const b = 'https://schemas.example/folder/b.json'
const web = {
  [a]: '{"$defs": {"x": {"$ref": "b.json#/definitions/y"}}}',
  [b]: '{"definitions": {"y": {"type": "integer"}, "z": {"$ref": "https://never.example/"}}}',
}
const referring = () => chartOf({ properties: { port: { $ref: `${a}#/$defs/x` } } })

async function render(chart: Chart, port: unknown, fetch: FetchDocument, skipSchema = false) {
  const values = new Map([['port', port]]) as Chart['values']
  const release = { name: 'r', namespace: 'n', revision: 1, isUpgrade: false }
  const served = { gitVersion: 'v1.34.0', apiVersions: [] }
  const round = fetchingDocuments(fetch)(renderHere)
  const { result } = await round({ chart, values, release, ...served, skipSchema }, nothing, signal)
  return 'error' in result ? String(result.error) : [...(result.rendered.chart.documents ?? [])]
}

test('documents are fetched as schemas lead to them, and no others', async () => {
  const { fetched, fetch } = webOf(web)
  expect(await render(referring(), 80n, fetch)).toEqual([
    [a, { data: toBytes(web[a] ?? ''), digest: 'sha256:37' }],
    [b, { data: toBytes(web[b] ?? ''), digest: 'sha256:37' }],
  ])
  expect(fetched).toEqual([a, b])
})

test('values are checked by what was fetched', async () => {
  const { fetch } = webOf(web)
  expect(await render(referring(), 'web', fetch)).toContain("at '/port': got string, want integer")
})

test('a document that is no JSON is told of', async () => {
  const { fetch } = webOf({ ...web, [b]: '<html>' })
  const told = `failing loading "${b}": invalid character '<' looking for beginning of value`
  expect(await render(referring(), 80n, fetch)).toContain(told)
})

test('a document that cannot be had is the failure of its fetch', async () => {
  await expect(render(referring(), 80n, webOf({}).fetch)).rejects.toThrow(`no ${a}`)
})

test('nothing is fetched where nothing is checked', async () => {
  const { fetched, fetch } = webOf(web)
  expect(await render(referring(), 'web', fetch, true)).toEqual([])
  expect(fetched).toEqual([])
})

const endlessly: FetchDocument = async (url) => ({
  data: toBytes(`{"$ref": "${url}x"}`),
  digest: '',
})

test('a chart that leads to more and more documents is given up', async () => {
  const endless = chartOf({ properties: { port: { $ref: a } } })
  await expect(render(endless, 80n, endlessly)).rejects.toThrow(/may refer to 32 other documents/)
})

test('all documents of a chart are brought at once', async () => {
  const { fetched, fetch } = webOf(web)
  const chart = await completeSchemas(referring(), fetch, signal)
  expect([...(chart.documents?.keys() ?? [])]).toEqual([a, b])
  expect(fetched).toEqual([a, b])
})
