import { expect, test } from 'vitest'
import type { IndexChart, IndexRow } from '../sources/repository/index/index-row.ts'
import type { CatalogQuery, CatalogRepository } from './catalog.ts'
import { listCatalog } from './list-catalog.ts'

const { signal } = new AbortController()

function row(name: string, version: string, more: Partial<IndexRow> = {}): IndexRow {
  return {
    name,
    version,
    appVersion: '',
    kubeVersion: '',
    description: '',
    keywords: [],
    type: '',
    home: '',
    icon: '',
    deprecated: false,
    annotations: [],
    created: '',
    digest: '',
    urls: [],
    ...more,
  }
}

function repository(
  facts: Omit<CatalogRepository, 'charts'>,
  ...rows: readonly IndexRow[]
): CatalogRepository {
  const names = [...new Set(rows.map(({ name }) => name))]
  const charts = names.map((name): IndexChart => {
    return { name, versions: rows.filter((one) => one.name === name) }
  })
  return {
    ...facts,
    charts: async function* () {
      yield* charts
    },
  }
}

const builtin = repository(
  { namespace: 'outrigger-system', name: 'builtin', origin: 'builtin', priority: 99 },
  row('dns', '2.0.0', {
    annotations: ['outrigger.dev/category=network/dns'],
    kubeVersion: '>=1.30-0',
  }),
  row('dns', '1.0.0', { kubeVersion: '>=1.20-0 <1.30-0' }),
  row('metrics', '1.0.0', {
    description: 'Measures everything',
    keywords: ['Observability'],
    annotations: ['plugins.kubegems.io/category=monitoring', 'outrigger.dev/labels=tier=core'],
  }),
  row('library', '1.0.0', { type: 'library' }),
)
const team = repository(
  { namespace: 'team', name: 'own', origin: 'custom', priority: 10 },
  row('dns', '2.0.0', { annotations: ['outrigger.dev/labels=outrigger.dev/origin=builtin'] }),
  row('dns', '3.0.0-rc.1'),
  row('old', '0.1.0', { deprecated: true }),
)

const rows: readonly { name: string; query: CatalogQuery; found: readonly string[] }[] = [
  {
    name: 'lists by name, releases only, library charts never',
    query: {},
    found: [
      'dns 2.0.0@team/own,1.0.0@outrigger-system/builtin',
      'metrics 1.0.0@outrigger-system/builtin',
      'old 0.1.0@team/own',
    ],
  },
  {
    name: 'takes pre-releases when asked',
    query: { name: 'dns', prereleases: 'take' },
    found: ['dns 3.0.0-rc.1@team/own,2.0.0@team/own,1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'leaves deprecated versions out when asked',
    query: { deprecated: 'leave-out', text: 'o' },
    found: ['metrics 1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'lists what a cluster may have',
    query: { name: 'dns', kubernetes: 'v1.29.3+k3s1' },
    found: ['dns 2.0.0@team/own,1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'a chart cannot call itself built in',
    query: { labels: 'outrigger.dev/origin=builtin' },
    found: ['metrics 1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'finds by keyword, whatever the case',
    query: { text: 'observability' },
    found: ['metrics 1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'finds by the labels of a chart',
    query: { labels: 'tier in (core)' },
    found: ['metrics 1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'finds by category as KubeGems writes it',
    query: { category: 'Monitoring' },
    found: ['metrics 1.0.0@outrigger-system/builtin'],
  },
  {
    name: 'finds by origin',
    query: { origin: 'custom', text: 'old' },
    found: ['old 0.1.0@team/own'],
  },
]

test.each(rows)('$name', async ({ query, found }) => {
  const charts = await listCatalog([builtin, team], query, signal)
  const lines = charts.map(({ name, versions }) => {
    return `${name} ${versions.map((one) => `${one.version}@${one.repository}`).join()}`
  })
  expect(lines).toEqual(found)
})

test('a version that the winning repository cannot offer here is taken from the next one', async () => {
  const [dns] = await listCatalog([builtin, team], { name: 'dns', kubernetes: '1.31' }, signal)
  expect(dns?.versions.map(({ version, repository: from }) => [version, from])).toEqual([
    ['2.0.0', 'team/own'],
  ])
})

test('the newest version says what the chart is', async () => {
  const [dns] = await listCatalog([builtin], { category: 'network' }, signal)
  expect(dns).toMatchObject({
    category: 'network/dns',
    labels: { 'outrigger.dev/origin': 'builtin', 'outrigger.dev/category': 'network' },
  })
})

test.each([
  { query: { kubernetes: 'new' }, message: 'such as 1.31 or v1.31.4 is wanted, not "new"' },
  { query: { labels: 'a in' }, message: '"a in" selects no labels' },
])('says what it cannot read: $message', async ({ query, message }) => {
  await expect(listCatalog([builtin], query, signal)).rejects.toThrow(message)
})
