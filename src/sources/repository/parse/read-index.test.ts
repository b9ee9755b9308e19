import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SourceError } from '../../errors.ts'
import type { IndexChart, IndexRow } from '../index/index-row.ts'
import { indexCases } from '../index/index-rows-for-test.ts'
import { readIndex } from './read-index.ts'

const signal = new AbortController().signal
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(indexCases)('$name', async ({ text, versions, says = '' }) => {
  const read = await readText(text)
  expect(read.rows?.map(({ name, version }) => `${name}@${version}`)).toEqual(versions)
  expect(read.said).toContain(says)
})

test('a row has what a search shows', async () => {
  const text = `apiVersion: v1
entries:
  a:
  - apiVersion: v2
    appVersion: 1.2.3
    annotations:
      x: |
        y
      outrigger.dev/category: network/dns
    created: "2024-05-01T10:00:00.5000Z"
    deprecated: true
    description: It does
      what it does.
    digest: 'abc'
    home: https://example.com
    icon: https://example.com/i.png
    keywords: [one, two]
    kubeVersion: '>=1.20'
    name: a
    type: application
    urls:
    - a-1.0.0.tgz
    version: 1.0.0
`
  const { rows } = await readText(text)
  expect(rows).toEqual([
    {
      name: 'a',
      version: '1.0.0',
      appVersion: '1.2.3',
      kubeVersion: '>=1.20',
      description: 'It does what it does.',
      keywords: ['one', 'two'],
      type: 'application',
      home: 'https://example.com',
      icon: 'https://example.com/i.png',
      deprecated: true,
      annotations: ['outrigger.dev/category=network/dns'],
      created: '2024-05-01T10:00:00.5Z',
      digest: 'abc',
      urls: ['a-1.0.0.tgz'],
    },
  ])
})

async function readText(text: string) {
  const path = join(folder, 'index.yaml')
  await writeFile(path, text)
  let charts: IndexChart[] = []
  const sink = {
    write: async (more: readonly IndexChart[]) => void charts.push(...more),
    restart: async () => {
      charts = []
    },
  }
  try {
    const { warnings } = await readIndex(path, 'the index', sink, signal)
    const rows: readonly IndexRow[] = charts.flatMap((chart) => chart.versions)
    return { rows, said: warnings.join('\n') }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { said: error.message }
  }
}
