import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundle } from '../tools/bundle.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'
import { plainBundle } from './plain-bundle.ts'

const rounds = 15
const root = resolve(import.meta.dirname, '..')

/** Commands of a user, shortest first. The last one asks an API server, which has no releases. */
const commands: readonly { readonly name: string; readonly words: readonly string[] }[] = [
  { name: 'version', words: ['version'] },
  { name: 'lint a chart', words: ['lint', 'charts/queue'] },
  { name: 'template a chart', words: ['template', 'web', 'charts/metrics'] },
  { name: 'list releases', words: ['list', '--kubeconfig', 'KUBECONFIG'] },
]

/** Whether tools/pack is worth its code: processor time of whole commands, the programs in turns. */
export const bench: Bench = {
  summary: 'commands of the built program, against a plain CommonJS bundle with a compile cache',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-start-'))
    try {
      await bundle(root, join(folder, 'packed'))
      const programs = {
        packed: join(folder, 'packed', 'outrigger.js'),
        'plain, parts of undici': await plainBundle(root, join(folder, 'parts'), 'parts'),
        'plain, whole undici': await plainBundle(root, join(folder, 'whole'), 'whole'),
      }
      const kubeconfig = join(folder, 'kubeconfig')
      const server = await startServer()
      try {
        await writeFile(kubeconfig, kubeconfigOf(server.port))
        return commands.flatMap(({ name, words }) => {
          const args = words.map((word) => (word === 'KUBECONFIG' ? kubeconfig : word))
          return compare(name, programs, (program) => processorTime(program, args, folder))
        })
      } finally {
        server.stop()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function compare(
  name: string,
  programs: Readonly<Record<string, string>>,
  measure: (program: string) => number,
): readonly Measurement[] {
  const times = new Map(Object.keys(programs).map((program) => [program, [] as number[]]))
  // The first rounds fill the file cache and the caches of compiled code.
  for (let round = -3; round < rounds; round++) {
    for (const [program, path] of Object.entries(programs)) {
      const milliseconds = measure(path)
      if (round >= 0) times.get(program)?.push(milliseconds)
    }
  }
  const base = median(times.get('packed') ?? [])
  return [...times].flatMap(([program, all]) => [
    { name: `${name}: ${program}`, value: median(all), unit: 'ms' as const },
    ...(program === 'packed'
      ? []
      : [{ name: `${name}: ${program} ÷ packed`, value: median(all) / base, unit: '×' as const }]),
  ])
}

/** The processor time of a command with its threads, user and system, in milliseconds. */
function processorTime(program: string, words: readonly string[], cache: string): number {
  const line = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2> /dev/null'
  const command = [process.execPath, program, ...words]
  const env = { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: undefined }
  const options = { cwd: root, encoding: 'utf8', env } as const
  const { status, stderr } = spawnSync('bash', ['-c', line, 'bash', ...command], options)
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`)
  const [user = NaN, system = NaN] = stderr.trim().split(' ').map(Number)
  return (user + system) * 1000
}

/** An API server of one answer, in a process of its own because commands are waited for. */
async function startServer() {
  const list =
    '{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}'
  const script = `require('node:http')
    .createServer((_, answer) => answer.setHeader('content-type', 'application/json').end('${list}'))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(port.toString()), stop: () => child.kill() }
}

function kubeconfigOf(port: number): string {
  return `apiVersion: v1
kind: Config
current-context: bench
contexts: [{ name: bench, context: { cluster: bench, user: bench } }]
clusters: [{ name: bench, cluster: { server: 'http://127.0.0.1:${port}' } }]
users: [{ name: bench, user: {} }]
`
}
