import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOracle } from '../../../test/oracles/find.ts'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import { startScriptedServer, type ScriptedServer } from '../../../test/registry/scripted-server.ts'
import { createHttpFetcher, type HttpFetcher } from '../http/fetcher.ts'
import { strictPolicy } from '../policy/policy.ts'
import { openIndex } from './index/cached-index.ts'
import { refreshIndex } from './refresh-index.ts'
import { indexCases } from './index/index-rows-for-test.ts'
import { readRepositoriesFile, writeRepositoriesFile } from './repositories-file.ts'
import { withRepositoriesLock } from './repositories-lock.ts'
import { indexFolder } from './index/write-index.ts'

const signal = new AbortController().signal
const run = promisify(execFile)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: ScriptedServer
let fetcher: HttpFetcher
let served = ''
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startScriptedServer((_, response) => void response.end(served))
  const source = { url: new URL(server.url), trust: 'trusted' } as const
  fetcher = createHttpFetcher(source, { policy: strictPolicy })
})
afterAll(async () => {
  await fetcher.close()
  await server.stop()
  await folder.stop()
})

test.each(indexCases)('helm agrees: $name', async ({ text, versions }) => {
  served = text
  const home = await newHome()
  const added = await helm(home, 'repo', 'add', 'r', server.url).catch(() => undefined)
  expect(added === undefined ? 'refused' : 'read').toBe(versions === undefined ? 'refused' : 'read')
  if (added === undefined) return
  const found = await helm(home, 'search', 'repo', '-l', '--devel', '-o', 'json')
  const theirs = JSON.parse(found.stdout) as Record<string, string>[]
  const ours = await ourSearch(home)
  // Helm's search shows equal versions once, and in any order.
  expect(distinct(ours)).toEqual(distinct(theirs))
})

test('what we refreshed helm searches, and what helm refreshed we search', async () => {
  const home = await newHome()
  served = oneChart('1.0.0')
  await helm(home, 'repo', 'add', 'r', server.url)
  served = oneChart('1.1.0')
  const place = { name: 'r', folder: join(home, 'cache') }
  await refreshIndex({ ...place, url: server.url, fetcher }, signal)
  expect((await helm(home, 'search', 'repo', 'r/', '-o', 'json')).stdout).toContain('"1.1.0"')
  served = oneChart('1.2.0')
  await helm(home, 'repo', 'update')
  const index = await openIndex(place, signal)
  expect((await index.find('a', signal))?.versions[0]?.version).toBe('1.2.0')
  expect(await readFile(join(home, 'cache', 'r-charts.txt'), 'utf8')).toBe('a\n')
})

test('repositories.yaml is the bytes that helm writes', async () => {
  served = oneChart('1.0.0')
  const home = await newHome()
  const config = join(home, 'repositories.yaml')
  const flags = ['--username', 'me', '--password', 'p: "x" #', '--pass-credentials']
  await helm(home, 'repo', 'add', 'one', server.url, ...flags)
  await helm(home, 'repo', 'add', 'two-2', `${server.url}/x?y=1`, '--insecure-skip-tls-verify')
  const theirs = await readFile(config, 'utf8')
  const file = await readRepositoriesFile(config, signal)
  await writeRepositoriesFile(config, file)
  expect(await readFile(config, 'utf8')).toBe(theirs)
  expect((await stat(config)).mode & 0o777).toBe(0o600)
  await writeRepositoriesFile(config, { ...file, repositories: file.repositories.slice(0, 1) })
  const ours = await readFile(config, 'utf8')
  await helm(home, 'repo', 'add', 'two-2', `${server.url}/x?y=1`, '--insecure-skip-tls-verify')
  await helm(home, 'repo', 'remove', 'two-2')
  expect(await readFile(config, 'utf8')).toBe(ours)
  await helm(home, 'repo', 'remove', 'one')
  const empty = await readFile(config, 'utf8')
  await writeRepositoriesFile(config, { ...file, repositories: [] })
  expect(await readFile(config, 'utf8')).toBe(empty)
})

test('helm waits for our lock', async () => {
  served = oneChart('1.0.0')
  const home = await newHome()
  const events: string[] = []
  const config = join(home, 'repositories.yaml')
  const adding = await withRepositoriesLock(
    config,
    async () => {
      const added = helm(home, 'repo', 'add', 'one', server.url).then(() => events.push('added'))
      await helm(home, 'version')
      await helm(home, 'version')
      await helm(home, 'version')
      events.push('released')
      return { added }
    },
    signal,
  )
  await adding.added
  expect(events).toEqual(['released', 'added'])
  expect(await readdir(home)).toContain('repositories.lock')
})

interface IndexRun {
  readonly name: string
  readonly url?: string
  readonly merge?: 'none' | 'other'
  readonly format?: 'json'
}

const indexRuns: readonly IndexRun[] = [
  { name: 'plain' },
  { name: 'with a URL', url: 'https://charts.example.com/x y/?a=b' },
  { name: 'with a path for a URL', url: 'charts/' },
  { name: 'in JSON', format: 'json' },
  { name: 'merged', merge: 'other', url: 'https://charts.example.com' },
  { name: 'merged, in JSON', merge: 'other', format: 'json' },
  { name: 'merged into nothing', merge: 'none' },
]

test.each(indexRuns)('repo index writes what helm writes: $name', async (row) => {
  const home = await newHome()
  const charts = await chartsToIndex(home)
  const twin = join(home, 'twin')
  await cp(charts, twin, { recursive: true })
  const [theirMerge, ourMerge] = await Promise.all([
    mergeFile(home, 'a', row),
    mergeFile(home, 'b', row),
  ])
  const flags = [
    ...(row.url === undefined ? [] : ['--url', row.url]),
    ...(theirMerge === undefined ? [] : ['--merge', theirMerge]),
    ...(row.format === 'json' ? ['--json'] : []),
  ]
  await helm(home, 'repo', 'index', charts, ...flags)
  const options = {
    url: row.url ?? '',
    format: row.format ?? 'yaml',
    now: new Date(),
    ...(ourMerge === undefined ? {} : { merge: ourMerge }),
  } as const
  await indexFolder(twin, options, signal)
  const [theirs, ours] = await Promise.all(
    [charts, twin].map((one) => readTimeless(join(one, 'index.yaml'))),
  )
  expect(ours).toBe(theirs)
  if (ourMerge === undefined || theirMerge === undefined) return
  expect(await readTimeless(ourMerge)).toBe(await readTimeless(theirMerge))
})

async function newHome(): Promise<string> {
  const home = join(folder.path, String(Math.random()).slice(2))
  await mkdir(join(home, 'cache'), { recursive: true })
  return home
}

async function helm(home: string, ...args: readonly string[]) {
  const env = {
    ...process.env,
    HELM_REPOSITORY_CONFIG: join(home, 'repositories.yaml'),
    HELM_REPOSITORY_CACHE: join(home, 'cache'),
    HELM_CACHE_HOME: join(home, 'cache'),
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
  }
  return await run(findOracle('helm4'), args, { env })
}

async function ourSearch(home: string) {
  const place = { name: 'r', folder: join(home, 'cache') }
  await refreshIndex({ ...place, url: server.url, fetcher }, signal)
  const rows: Record<string, string>[] = []
  for await (const { name, versions } of (await openIndex(place, signal)).charts(signal)) {
    for (const { version, appVersion, description } of versions) {
      rows.push({ name: `r/${name}`, version, app_version: appVersion, description })
    }
  }
  return rows
}

function distinct(rows: readonly Record<string, string>[]): readonly string[] {
  const keys = ['name', 'version', 'app_version', 'description']
  return [...new Set(rows.map((row) => JSON.stringify(row, keys)))].toSorted()
}

function oneChart(version: string): string {
  return `apiVersion: v1\nentries:\n  a:\n  - name: a\n    version: ${version}\n    urls: [a.tgz]\n`
}

async function chartsToIndex(home: string): Promise<string> {
  const charts = join(home, 'charts')
  await mkdir(join(charts, 'sub'), { recursive: true })
  const rows = [
    ['.', 'apiVersion: v2\nname: web\nversion: 1.0.0\nappVersion: "1.10"\ndescription: a <b> & c'],
    [
      '.',
      'apiVersion: v2\nname: web\nversion: 1.10.0\nannotations: {z: "1", a: b}\ntype: application',
    ],
    [
      'sub',
      'apiVersion: v2\nname: web\nversion: 1.2.0+build.1\nkeywords: [x, y]\ndeprecated: true',
    ],
    ['sub', 'apiVersion: v1\nname: old\nversion: 0.1.0\nmaintainers: [{name: me, email: a@b.c}]'],
    [
      '.',
      `apiVersion: v2\nname: deps\nversion: 2.0.0\nicon: https://x/y.png\nhome: https://x\nsources: [https://z]`,
    ],
  ] as const
  for (const [place, text] of rows) {
    const source = join(home, 'source')
    const name = /name: (\w+)/.exec(text)?.[1] ?? ''
    await mkdir(join(source, name), { recursive: true })
    await writeFile(join(source, name, 'Chart.yaml'), `${text}\n`)
    await helm(home, 'package', join(source, name), '-d', join(charts, place))
  }
  await writeFile(join(charts, 'broken-1.0.0.tgz'), 'this is no chart')
  await writeFile(join(charts, 'README.md'), 'nor this')
  return charts
}

async function mergeFile(
  home: string,
  name: string,
  { merge }: IndexRun,
): Promise<string | undefined> {
  if (merge === undefined) return undefined
  const path = join(home, `${name}.yaml`)
  if (merge === 'other') await writeFile(path, indexToMerge)
  return path
}

const indexToMerge = `apiVersion: v1
generated: 2020-01-01T00:00:00.120Z
publicKeys: [x]
entries:
  web:
  - {name: web, version: 1.0.0, description: not taken, urls: [w.tgz]}
  - {name: web, version: 0.9.0, urls: [https://x/w-0.9.0.tgz], created: "2020-01-01T00:00:00.1200+01:00", removed: true, digest: abc, engine: gotpl, url: u}
  gone:
  - name: gone
    version: 1.0.0
    dependencies:
    - {name: b, repository: "https://x", version: 1.x, import-values: [{child: a, parent: b}, data], alias: c}
  - {name: gone, version: nonsense}
`

// Everybody's own moment.
async function readTimeless(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  return text.replaceAll(/"20(?!20)\d\d-[^"]*T[^"]*"/g, '"now"')
}
