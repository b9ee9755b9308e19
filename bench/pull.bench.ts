import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fetchChart } from '../src/sources/fetch-chart.ts'
import { strictPolicy } from '../src/sources/policy/policy.ts'
import { findOracle } from '../test/oracles/find.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const rounds = 21
const program = resolve(import.meta.dirname, '..', 'dist', 'outrigger.js')
const inProcessLimit = 0.5
const commandLimit = 1.5

interface Servers {
  readonly repository: string
  readonly registry: string
}

/** One way to a chart, in the words of both command lines and of ours in process. */
interface Subject {
  readonly name: string
  readonly words: (servers: Servers) => readonly string[]
  readonly request: (servers: Servers) => { readonly address: string; readonly name?: string }
}

const subjects: readonly Subject[] = [
  {
    name: 'http repository',
    words: ({ repository }) => ['demo', '--repo', repository, '--version', '1.0.0'],
    request: ({ repository }) => ({ address: repository, name: 'demo' }),
  },
  {
    name: 'registry',
    words: ({ registry }) => [
      `oci://${registry}/charts/demo`,
      '--version',
      '1.0.0',
      '--plain-http',
    ],
    request: ({ registry }) => ({ address: `oci://${registry}/charts/demo` }),
  },
]

export const bench: Bench = {
  summary:
    'a chart fetched in process and by the built `outrigger chart pull`, against `helm pull`',
  measure: async () => {
    if (!existsSync(program)) throw new Error('there is no dist/outrigger.js; run "npm run build"')
    const { servers, stop } = await startServers()
    try {
      const measurements: Measurement[] = []
      for (const subject of subjects) measurements.push(...(await measureOne(subject, servers)))
      return measurements
    } finally {
      stop()
    }
  },
}

async function measureOne(subject: Subject, servers: Servers): Promise<readonly Measurement[]> {
  const times = { inProcess: [] as number[], outrigger: [] as number[], helm: [] as number[] }
  const words = subject.words(servers)
  const commands = {
    inProcess: (home: string) => fetchOnce(subject.request(servers), home),
    outrigger: (home: string) => run(process.execPath, [program, 'chart', 'pull', ...words], home),
    helm: (home: string) => run(findOracle('helm4'), ['pull', ...words], home),
  }
  for (let round = -1; round < rounds; round++) {
    for (const name of ['inProcess', 'outrigger', 'helm'] as const) {
      const elapsed = await inEmptyHome(commands[name])
      // The first round only warms the file cache and the code.
      if (round >= 0) times[name].push(elapsed)
    }
  }
  return summarise(subject.name, {
    inProcess: median(times.inProcess),
    outrigger: median(times.outrigger),
    helm: median(times.helm),
  })
}

function summarise(
  name: string,
  { inProcess, outrigger, helm }: Readonly<Record<'inProcess' | 'outrigger' | 'helm', number>>,
): readonly Measurement[] {
  return [
    { name: `${name}: in process`, value: inProcess, unit: 'ms' },
    { name: `${name}: outrigger`, value: outrigger, unit: 'ms' },
    { name: `${name}: helm`, value: helm, unit: 'ms' },
    {
      name: `${name}: in process / helm`,
      value: inProcess / helm,
      unit: '×',
      limit: inProcessLimit,
    },
    { name: `${name}: outrigger / helm`, value: outrigger / helm, unit: '×', limit: commandLimit },
  ]
}

/** No index and no chart is known from before, to either side. */
async function inEmptyHome(work: (home: string) => Promise<void>): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'outrigger-pull-home-'))
  const began = performance.now()
  await work(home)
  const elapsed = performance.now() - began
  await rm(home, { recursive: true, force: true })
  return elapsed
}

async function fetchOnce(
  request: { readonly address: string; readonly name?: string },
  home: string,
): Promise<void> {
  const options = { policy: strictPolicy, indexFolder: home }
  const signal = new AbortController().signal
  const { content } = await fetchChart(
    { ...request, version: '1.0.0', trust: 'trusted' },
    options,
    signal,
  )
  if (content.kind !== 'archive') throw new Error('no archive was fetched')
}

function run(command: string, words: readonly string[], home: string): Promise<void> {
  return new Promise((done, failed) => {
    // The user's own home stays: that is where compiled code is kept from one start to the next.
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HELM_CACHE_HOME: join(home, 'cache'),
      HELM_CONFIG_HOME: join(home, 'config'),
      HELM_DATA_HOME: join(home, 'data'),
    }
    const child = spawn(command, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.once('error', failed)
    child.once('close', (code) => {
      if (code === 0) done()
      else failed(new Error(`${command} ${words.join(' ')} failed: ${errors}`))
    })
  })
}

async function startServers(): Promise<{ readonly servers: Servers; readonly stop: () => void }> {
  const file = resolve(import.meta.dirname, 'pull-servers.ts')
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { servers: JSON.parse(await firstLine(child)) as Servers, stop: () => void child.kill() }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) done(text)
    })
    child.once('close', () => failed(new Error('the servers of the bench ended')))
  })
}
