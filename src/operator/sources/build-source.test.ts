import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type GitServer,
  type TestRepository,
  makeRepository,
  serveGit,
} from '../../../test/git/git-server.ts'
import { startStoryRepository } from '../../../test/platform/story-repository.ts'
import { toBytes } from '../../formats/go-string.ts'
import { writeTar } from '../../formats/tar-write.ts'
import { buildHere } from '../../kustomize/node/build-threads.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { Content } from '../../sources/content.ts'
import { fetchChart } from '../../sources/fetch-chart.ts'
import { readAddressPolicy, strictPolicy } from '../../sources/policy/policy.ts'
import { buildSource } from './build-source.ts'

const charts = fileURLToPath(new URL('../../../test/platform/testdata/charts', import.meta.url))

type Files = Readonly<Record<string, string>>

const { signal } = new AbortController()
const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`
const tree: Files = {
  'base/kustomization.yaml': 'resources: [map.yaml]\n',
  'base/map.yaml': map('a'),
  'overlays/eu/kustomization.yaml': 'resources: [../../base]\nnamePrefix: eu-\n',
  'README.md': 'nothing\n',
}

function filesOf(files: Files): { readonly name: string; readonly data: Uint8Array }[] {
  return Object.entries(files).map(([name, text]) => ({ name, data: toBytes(text) }))
}

function folder(files: Files): Content {
  return { kind: 'files', files: filesOf(files) }
}

function archive(files: Files, top = ''): Content {
  const entries = filesOf(files).map(({ name, data }) => ({ name: `${top}${name}`, data }))
  return { kind: 'archive', archive: gzipSync(writeTar(entries, 0)) }
}

async function build(content: Content, path: string | undefined, policy = strictPolicy) {
  const fetching: FetchOptions = { policy, indexFolder: '/nowhere' }
  const source = { content, path, address: 'git+https://host.example/r', namespace: 'team' }
  const { documents, digest } = await buildSource(source, { run: buildHere, fetching }, signal)
  return { names: documents.map(({ name }) => name), digest }
}

test.each([
  ['a folder', folder(tree), 'overlays/eu'],
  ['an archive without a folder at its top', archive(tree), 'overlays/eu/'],
  ['an archive as tar makes it of a folder', archive(tree, './'), './overlays/eu'],
  ['an archive with one folder around everything', archive(tree, 'repo-main/'), 'overlays/eu'],
  ['the same by its whole path', archive(tree, 'repo-main/'), 'repo-main/overlays/eu'],
])('builds a path of %s with what is above it', async (_, content, path) => {
  expect((await build(content, path)).names).toEqual(['eu-a'])
})

test('the digest is of what was read, and of nothing else', async () => {
  const { digest } = await build(folder(tree), 'overlays/eu')
  const readme = await build(folder({ ...tree, 'README.md': 'another\n' }), 'overlays/eu')
  const other = await build(folder({ ...tree, 'base/map.yaml': map('b') }), 'overlays/eu')
  expect(readme.digest).toBe(digest)
  expect(other.digest).not.toBe(digest)
})

test('a chart in a kustomization is rendered as kustomize has it rendered', async () => {
  const chart = {
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'charts/web/values.yaml': 'colour: red\n',
    'charts/web/templates/map.yaml': map('{{ .Release.Name }}-{{ .Values.colour }}'),
    'kustomization.yaml':
      'helmCharts: [{name: web, releaseName: mine, valuesInline: {colour: blue}}]\n',
  }
  expect((await build(folder(chart), undefined)).names).toEqual(['mine-blue'])
})

test('a chart of a repository that the policy allows is fetched', async () => {
  const served = await startStoryRepository(charts)
  try {
    const files = {
      'kustomization.yaml': `helmCharts: [{name: config, repo: "${served.url}", version: 1.0.0, releaseName: mine}]\n`,
    }
    const policy = readAddressPolicy({ allow: [served.url] })
    expect((await build(folder(files), undefined, policy)).names).toEqual(['mine'])
    await expect(build(folder(files), undefined)).rejects.toThrow('is not allowed')
  } finally {
    await served.stop()
  }
})

describe('refuses', () => {
  test.each([
    ['../outside', tree, 'path "../outside" leads out of git+https://host.example/r'],
    ['nowhere', tree, 'there is no folder nowhere in git+https://host.example/r'],
    [
      'overlays/eu',
      { ...tree, 'base/map.yaml': 'a: [\nb: c\n' },
      "the kustomization overlays/eu: in 'base': accumulating resources from 'map.yaml': malformed YAML: yaml: line 2: did not find expected ',' or ']' (line 2 of the file)",
    ],
    [
      'overlays/eu',
      { 'overlays/eu/kustomization.yaml': 'resources: [../../../outside]\n' },
      'there is no file',
    ],
    [
      undefined,
      { 'kustomization.yaml': 'resources: ["http://127.0.0.1:9/a.yaml"]\n' },
      'fetching http://127.0.0.1:9/a.yaml is not allowed',
    ],
    [
      undefined,
      {
        'kustomization.yaml': 'transformers: [m.yaml]\n',
        'm.yaml': 'apiVersion: example.com/v1\nkind: Mine\nmetadata: {name: m}\n',
      },
      'external plugins are not run: Mine m (apiVersion example.com/v1)',
    ],
  ])('%s: %#', async (path, files, message) => {
    await expect(build(folder(files), path)).rejects.toThrow(message)
  })
})

describe('of git', () => {
  let repository: TestRepository
  let server: GitServer
  beforeAll(async () => {
    repository = await makeRepository()
    await repository.commit(tree)
    server = await serveGit(repository.path)
  })
  afterAll(async () => {
    await server.stop()
    await repository.stop()
  })

  test('a base in a repository that the policy allows is fetched', async () => {
    const policy = readAddressPolicy({ allow: [`http://${server.host}`] })
    const files = { 'kustomization.yaml': `resources: ["${server.url}//overlays/eu?ref=main"]\n` }
    expect((await build(folder(files), undefined, policy)).names).toEqual(['eu-a'])
  })

  test.each([
    { holds: 'files', path: 'base', names: ['kustomization.yaml', 'map.yaml'] },
    { holds: 'tree', path: 'base', names: Object.keys(tree).toSorted() },
  ] as const)('needs no chart where $holds are sought', async ({ holds, path, names }) => {
    const request = { address: server.url, trust: 'trusted', holds, path } as const
    const options = { policy: strictPolicy, indexFolder: '/nowhere' }
    const { content } = await fetchChart(request, options, signal)
    expect(content.kind === 'files' && content.files.map(({ name }) => name).toSorted()).toEqual(
      names,
    )
  })
})
