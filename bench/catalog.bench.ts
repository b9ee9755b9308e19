import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { requireBuiltIn } from '../tools/require-built-in.ts'
import type { Bench, Measurement } from './bench.ts'
import { generateIndex } from './generate-index.ts'
import { median } from './median.ts'

const run = promisify(execFile)
const megabytes = 26
const rounds = 3

/** The cost of the largest index for an operator: memory, and how long its main thread is held up. */
export const bench: Bench = {
  summary: `an operator with an index of ${megabytes} MB: read on a thread, then listed`,
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalog-bench-'))
    const index = join(folder, 'index.yaml')
    await writeFile(index, [...generateIndex({ megabytes })].join(''))
    const server = createServer((request, response) => {
      if (request.url === '/small/index.yaml') response.end('apiVersion: v1\nentries: {}\n')
      else createReadStream(index).pipe(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      return await measureIn(folder, `http://127.0.0.1:${port}`)
    } finally {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    }
  },
}

interface Cost {
  readonly kilobytes: number
  readonly longest: number
}

async function measureIn(folder: string, url: string): Promise<readonly Measurement[]> {
  const child = join(folder, 'catalog-child.js')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await build({
    absWorkingDir: join(import.meta.dirname, '..'),
    entryPoints: ['bench/catalog-child.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    plugins: [requireBuiltIn],
    alias: { crypto: './tools/no-crypto.json' },
  })
  type Work = 'bare' | 'thread' | 'refresh' | 'list'
  const costs: Record<Work, Cost[]> = { bare: [], thread: [], refresh: [], list: [] }
  const empty = await mkdtemp(join(folder, 'small-'))
  for (let round = 0; round < rounds; round++) {
    costs.bare.push(await costOf(child, 'nothing'))
    costs.thread.push(await costOf(child, 'refresh', empty, `${url}/small`))
    costs.refresh.push(await costOf(child, 'refresh', folder, url))
    costs.list.push(await costOf(child, 'list', folder))
  }
  const memory = (list: readonly Cost[]) => median(list.map(({ kilobytes }) => kilobytes))
  const held = (list: readonly Cost[]) => median(list.map(({ longest }) => longest))
  const limit = 40 * 1024
  const bare = memory(costs.bare)
  const thread = memory(costs.thread)
  return [
    {
      name: 'a thread with nothing to read, above a bare process',
      value: thread - bare,
      unit: 'kB',
    },
    { name: 'the index, above that', value: memory(costs.refresh) - thread, unit: 'kB', limit },
    { name: 'main thread held up while it is read', value: held(costs.refresh), unit: 'ms' },
    { name: 'listed, above a bare process', value: memory(costs.list) - bare, unit: 'kB', limit },
  ]
}

async function costOf(child: string, ...words: readonly string[]): Promise<Cost> {
  const { stdout } = await run(process.execPath, [child, ...words])
  return JSON.parse(stdout) as Cost
}
