import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Measurement } from './bench.ts'

const program = resolve(import.meta.dirname, '..', 'dist', 'outrigger.js')
const child = join(import.meta.dirname, 'sandbox-child.ts')
const rounds = 5
const deployments = 2000
const idleSeconds = 20

/** The cost of a sandbox: empty, while it fills, and when nothing happens. */
export const bench: Bench = {
  summary: 'an empty sandbox; 2,000 Deployments with 3 pods each until ready, and idle',
  measure: async () => {
    if (!existsSync(program)) throw new Error('there is no dist/outrigger.js; run "npm run build"')
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-bench-'))
    try {
      return [...(await startEmpty(folder)), ...(await fill(folder))]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function startEmpty(folder: string): Promise<readonly Measurement[]> {
  const times: number[] = []
  const memories: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const env = { ...process.env, OUTRIGGER_SANDBOXES: folder }
    const server = spawn(process.execPath, [program, 'sandbox', 'start', `empty-${round}`], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // It says how to use it when it can be used.
    await once(server.stdout, 'data')
    times.push(performance.now() - began)
    await sleep(1000)
    memories.push(await memoryOf(server))
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return [
    {
      name: 'empty, until ready, best of five',
      value: Math.min(...times),
      unit: 'ms',
      limit: 1000,
    },
    {
      name: 'empty, memory, best of five',
      value: Math.min(...memories),
      unit: 'kB',
      limit: 120_000,
    },
  ]
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
}

interface Filled {
  readonly milliseconds: number
  readonly processor: number
  /** Of one core. */
  readonly idleShare: number
  readonly memory: number
}

async function fill(folder: string): Promise<readonly Measurement[]> {
  const words = [child, join(folder, 'full'), String(deployments), String(idleSeconds)]
  const full = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { milliseconds, processor, idleShare, memory } = JSON.parse(
    await text(full.stdout),
  ) as Filled
  return [
    { name: '2,000 × 3 pods until ready', value: milliseconds, unit: 'ms', limit: 30_000 },
    { name: '2,000 × 3 pods, processor time until ready', value: processor, unit: 'ms' },
    { name: 'idle with them, share of a core', value: idleShare, unit: '×', limit: 0.02 },
    { name: 'memory with them', value: memory, unit: 'kB' },
  ]
}
