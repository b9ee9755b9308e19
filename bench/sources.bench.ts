import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { createHttpFetcher } from '../src/sources/http/fetcher.ts'
import { strictPolicy } from '../src/sources/policy/policy.ts'
import { refreshIndex } from '../src/sources/repository/refresh-index.ts'
import { requireBuiltIn } from '../tools/require-built-in.ts'
import type { Bench, Measurement } from './bench.ts'
import { generateIndex } from './generate-index.ts'
import { median } from './median.ts'

const run = promisify(execFile)
const megabytes = 26
const rounds = 3
const refreshes = 20
const { signal } = new AbortController()

/** The waits of a person: a search in the largest index there is, and an update that brings nothing. */
export const bench: Bench = {
  summary: `searching an index of ${megabytes} MB, and refreshing it`,
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'index-bench-'))
    try {
      return await measureIn(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

async function measureIn(folder: string): Promise<readonly Measurement[]> {
  const index = join(folder, 'bench-index.yaml')
  await writeFile(index, [...generateIndex({ megabytes })].join(''))
  // As it is released: JavaScript in parts that are loaded when they are needed.
  const child = join(folder, 'index-child.js')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const root = join(import.meta.dirname, '..')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/index-child.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    plugins: [requireBuiltIn],
    alias: { crypto: './tools/no-crypto.json' },
  })
  const server = await serveIndex(index)
  try {
    return [
      ...(await measureSearch(folder, child, server.url)),
      ...(await measureRefresh(folder, server.url)),
    ]
  } finally {
    await server.stop()
  }
}

async function measureSearch(folder: string, child: string, url: string) {
  const table = join(folder, 'bench-index.table')
  const costs: Record<'bare' | 'first' | 'next' | 'refresh', Cost[]> = {
    bare: [],
    first: [],
    next: [],
    refresh: [],
  }
  for (let round = 0; round < rounds; round++) {
    costs.bare.push(await costOf(child, 'nothing'))
    await rm(table, { force: true })
    costs.first.push(await costOf(child, 'search', folder))
    costs.next.push(await costOf(child, 'search', folder))
    const empty = await mkdtemp(join(folder, 'refresh-'))
    costs.refresh.push(await costOf(child, 'refresh', empty, url))
  }
  const bare = median(costs.bare.map(({ kilobytes }) => kilobytes))
  const above = (list: readonly Cost[]) => median(list.map(({ kilobytes }) => kilobytes)) - bare
  const time = (list: readonly Cost[]) => median(list.map(({ milliseconds }) => milliseconds))
  return [
    { name: 'first search, processor time', value: time(costs.first), unit: 'ms', limit: 3000 },
    {
      name: 'first search, above a bare process',
      value: above(costs.first),
      unit: 'kB',
      limit: 40 * 1024,
    },
    { name: 'next search, processor time', value: time(costs.next), unit: 'ms', limit: 3000 },
    {
      name: 'next search, above a bare process',
      value: above(costs.next),
      unit: 'kB',
      limit: 40 * 1024,
    },
    { name: 'refresh with a new index, processor time', value: time(costs.refresh), unit: 'ms' },
    {
      name: 'refresh with a new index, above a bare process',
      value: above(costs.refresh),
      unit: 'kB',
    },
  ] as const
}

async function measureRefresh(folder: string, url: string) {
  const fetcher = createHttpFetcher(
    { url: new URL(url), trust: 'trusted' },
    { policy: strictPolicy },
  )
  try {
    const options = { name: 'refreshed', folder, url, fetcher }
    await refreshIndex(options, signal)
    const times: number[] = []
    for (let round = 0; round < refreshes; round++) {
      const began = performance.now()
      const { kind } = await refreshIndex(options, signal)
      times.push(performance.now() - began)
      if (kind !== 'unchanged') throw new Error('the index changed by itself')
    }
    return [
      { name: 'refresh without change', value: median(times), unit: 'ms', limit: 50 },
    ] as const
  } finally {
    await fetcher.close()
  }
}

interface Cost {
  readonly milliseconds: number
  readonly kilobytes: number
}

async function costOf(child: string, ...words: readonly string[]): Promise<Cost> {
  const { stdout } = await run(process.execPath, [child, ...words])
  return JSON.parse(stdout) as Cost
}

async function serveIndex(path: string) {
  const server = createServer((request, response) => {
    response.setHeader('etag', '"bench"')
    if (request.headers['if-none-match'] === '"bench"') response.writeHead(304).end()
    else createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
