import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sleep } from '../src/std/sleep.ts'
import { bundle } from '../tools/bundle.ts'
import type { Bench } from './bench.ts'
import { processorOf } from './process-figures.ts'

const rounds = 5
/** Milliseconds until the operator has seen everything once; before, memory tells how far it has come. */
const settling = 8000
const root = resolve(import.meta.dirname, '..')

interface Start {
  readonly started: number
  /** Kilobytes when it says that it is there. */
  readonly resident: number
  /** Kilobytes some seconds later. */
  readonly settled: number
  readonly processor: number
}

/** The share of the REST API in the start of a platform. */
export const bench: Bench = {
  summary:
    'what the REST API adds to `outrigger start` of the built program: time and memory, in turns, best of five',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-server-start-'))
    try {
      await bundle(root, folder)
      // The program looks for them beside itself.
      await symlink(join(root, 'charts'), join(folder, 'charts'))
      const program = join(folder, 'outrigger.js')
      const starts = { with: [] as Start[], without: [] as Start[] }
      // The first round fills the file cache.
      for (let round = -1; round < rounds; round++) {
        const pair = [await start(program, ['--without-server']), await start(program, [])] as const
        if (round < 0) continue
        starts.without.push(pair[0])
        starts.with.push(pair[1])
      }
      const added = (field: keyof Start) => best(starts.with, field) - best(starts.without, field)
      return [
        { name: 'start without it', value: best(starts.without, 'started'), unit: 'ms' },
        { name: 'start with it', value: best(starts.with, 'started'), unit: 'ms' },
        { name: 'time that it adds', value: added('started'), unit: 'ms', limit: 300 },
        { name: 'processor that it adds', value: added('processor'), unit: 'ms' },
        { name: 'memory without it', value: best(starts.without, 'resident'), unit: 'kB' },
        { name: 'memory that it adds', value: added('resident'), unit: 'kB', limit: 40_000 },
        { name: 'memory without it, settled', value: best(starts.without, 'settled'), unit: 'kB' },
        {
          name: 'memory that it adds, settled',
          value: added('settled'),
          unit: 'kB',
          limit: 40_000,
        },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function best(starts: readonly Start[], field: keyof Start): number {
  return Math.min(...starts.map((one) => one[field]))
}

async function start(program: string, words: readonly string[]): Promise<Start> {
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'start', '-o', 'json', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  await once(child.stdout, 'data')
  const started = performance.now() - began
  const pid = child.pid ?? 0
  const resident = residentOf(pid)
  const processor = processorOf(pid)
  await sleep(settling, new AbortController().signal)
  const settled = residentOf(pid)
  child.kill('SIGTERM')
  await gone
  return { started, resident, processor, settled }
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
