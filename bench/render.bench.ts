import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findOracle } from '../test/oracles/find.ts'
import type { Bench, Measurement } from './bench.ts'
import { helmEngine } from './helm-engine/build.ts'
import { median } from './median.ts'
import { processorOf } from './process-figures.ts'

/**
 * A chart of a corpus folder (`OUTRIGGER_CORPUS`, layout in test/parity/corpus.ts) with the most that a
 * render may cost against helm: command against command, and warm in one process.
 */
interface Subject {
  readonly name: string
  readonly chart: string
  readonly values?: string
  readonly rounds: number
  readonly commandLimit: number
}

const subjects: readonly Subject[] = [
  {
    name: 'kube-prometheus-stack',
    chart: 'prometheus-community_helm-charts__kube-prometheus-stack',
    rounds: 7,
    commandLimit: 1,
  },
  { name: 'airflow', chart: 'apache_airflow__airflow', rounds: 3, commandLimit: 0.15 },
  {
    name: 'k8s-monitoring, images by digest',
    chart: 'grafana_k8s-monitoring-helm__k8s-monitoring',
    values: 'docs_examples_images_images-by-digest_values',
    rounds: 3,
    commandLimit: 0.05,
  },
  {
    name: 'ingress-nginx',
    chart: 'kubernetes_ingress-nginx__ingress-nginx',
    rounds: 9,
    commandLimit: 1.5,
  },
]

const program = resolve(import.meta.dirname, '..', 'dist', 'outrigger.js')
const inProcess = resolve(import.meta.dirname, 'render-in-process.ts')
// Helm's peak plus this much is what a render may take.
const memoryAllowance = 60 * 1024

export const bench: Bench = {
  summary:
    'charts rendered by the built `outrigger template` and by `helm template`, and warm in process',
  measure: async () => {
    if (!existsSync(program)) throw new Error('there is no dist/outrigger.js; run "npm run build"')
    const corpus = process.env.OUTRIGGER_CORPUS
    if (corpus === undefined) throw new Error('point OUTRIGGER_CORPUS at a folder of charts')
    // One checkout against another needs no helm, which takes most of the time.
    if (process.env['RENDER_BENCH_HELM'] === 'no') return measureOursAlone(corpus)
    const engine = helmEngine()
    const measurements: Measurement[] = []
    for (const subject of subjects) {
      measurements.push(...(await measureCommands(subject, corpus)))
      measurements.push(...measureInProcess(subject, corpus, engine))
    }
    return measurements
  },
}

function inputs(subject: Subject, corpus: string): { chart: string; values: string[] } {
  const chart = join(corpus, 'charts', `${subject.chart}.tgz`)
  if (subject.values === undefined) return { chart, values: [] }
  return { chart, values: [join(corpus, 'values', subject.chart, `${subject.values}.yaml`)] }
}

function wordsOf(subject: Subject, corpus: string): readonly string[] {
  const { chart, values } = inputs(subject, corpus)
  const files = values.flatMap((file) => ['-f', file])
  return ['template', 'demo', chart, '-n', 'demo-ns', ...files]
}

// The rounds of a comparison are many; within one of them a few are enough.
const roundsAlone = 3

async function measureOursAlone(corpus: string): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const subject of subjects) {
    const runs: Watched[] = []
    for (let round = -1; round < roundsAlone; round++) {
      const run = await runWatched([process.execPath, program, ...wordsOf(subject, corpus)])
      if (round >= 0) runs.push(run)
    }
    const { chart, values } = inputs(subject, corpus)
    const rounds = String(subject.rounds)
    const warm = timesOf([process.execPath, inProcess, rounds, chart, ...values])
    const row = (name: string, unit: 'ms' | 'kB', value: number): Measurement => ({
      name: `${subject.name}: ${name}`,
      value,
      unit,
    })
    measurements.push(
      row('outrigger template', 'ms', median(runs.map(({ milliseconds }) => milliseconds))),
      row('processor of it', 'ms', median(runs.map(({ processor }) => processor))),
      row('our peak memory', 'kB', Math.max(...runs.map(({ peak }) => peak))),
      row('our engine, warm, fastest', 'ms', Math.min(...warm)),
    )
  }
  return measurements
}

async function measureCommands(subject: Subject, corpus: string): Promise<Measurement[]> {
  const words = wordsOf(subject, corpus)
  const commands = [
    [process.execPath, program, ...words],
    [findOracle('helm4'), ...words],
  ] as const
  const times: [number[], number[]] = [[], []]
  const peaks: [number[], number[]] = [[], []]
  for (let round = -1; round < subject.rounds; round++) {
    for (const side of [0, 1] as const) {
      const { milliseconds, peak } = await runWatched(commands[side])
      // The first round only warms the file cache.
      if (round < 0) continue
      times[side].push(milliseconds)
      peaks[side].push(peak)
    }
  }
  const [ours, helm] = [median(times[0]), median(times[1])]
  const [ourPeak, helmPeak] = [Math.max(...peaks[0]), Math.max(...peaks[1])]
  const ratio = { name: `${subject.name}: command ÷ helm`, value: ours / helm, unit: '×' } as const
  return [
    { name: `${subject.name}: outrigger template`, value: ours, unit: 'ms' },
    { name: `${subject.name}: helm template`, value: helm, unit: 'ms' },
    { ...ratio, limit: subject.commandLimit },
    { name: `${subject.name}: helm's peak memory`, value: helmPeak, unit: 'kB' },
    {
      name: `${subject.name}: our peak memory`,
      value: ourPeak,
      unit: 'kB',
      limit: helmPeak + memoryAllowance,
    },
  ]
}

interface Watched {
  readonly milliseconds: number
  /** Milliseconds of processor time, which a busy machine lengthens least. */
  readonly processor: number
  /** Kilobytes. */
  readonly peak: number
}

/** Runs a command to its end; the figures are the kernel's own, read until the process is gone. */
function runWatched([command, ...args]: readonly [string, ...string[]]) {
  return new Promise<Watched>((done, fail) => {
    const began = performance.now()
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'] })
    let peak = 0
    let processor = 0
    const look = () => {
      peak = Math.max(peak, highWater(child.pid))
      processor = Math.max(processor, processorSoFar(child.pid))
    }
    const timer = setInterval(look, 4)
    child.on('error', fail)
    child.on('exit', (code) => {
      clearInterval(timer)
      const milliseconds = performance.now() - began
      if (code === 0) done({ milliseconds, processor, peak })
      else fail(new Error(`${command} ${args.join(' ')} ended with ${code}`))
    })
  })
}

function highWater(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  } catch {
    // The process has just ended; the last reading stands.
    return 0
  }
}

function processorSoFar(pid: number | undefined): number {
  try {
    return processorOf(pid ?? 0)
  } catch {
    return 0
  }
}

function measureInProcess(subject: Subject, corpus: string, engine: string): Measurement[] {
  const { chart, values } = inputs(subject, corpus)
  const rounds = String(subject.rounds)
  const ours = timesOf([process.execPath, inProcess, rounds, chart, ...values])
  const helm = timesOf([engine, rounds, chart, ...values])
  const ratio = Math.min(...ours) / Math.min(...helm)
  return [
    { name: `${subject.name}: our engine, warm, fastest`, value: Math.min(...ours), unit: 'ms' },
    { name: `${subject.name}: Helm's engine, warm, fastest`, value: Math.min(...helm), unit: 'ms' },
    { name: `${subject.name}: engine ÷ Helm's`, value: ratio, unit: '×', limit: 1 },
  ]
}

function timesOf([command, ...args]: readonly [string, ...string[]]): number[] {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout) as number[]
}
