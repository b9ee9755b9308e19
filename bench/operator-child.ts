// The operator in a process of its own, so that its memory and processor time are its own. Started by
// bench/flux-protocol.bench.ts with a kubeconfig, a folder and addresses that tenants may use; answers `report` and `pass` over the parent's channel.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { RenderThreads } from '../src/chart/node/render-threads.ts'
import { RefreshThread } from '../src/catalog/refresh/refresh-thread.ts'
import type { ThreadWork } from '../src/cli/self/thread.ts'
import { threadOptions } from '../src/cli/platform/start-thread.ts'
import { findConnection } from '../src/kube/connect.ts'
import { createKubeClient } from '../src/kube/client.ts'
import { createUndiciTransport } from '../src/kube/undici-transport.ts'
import type { Transport } from '../src/kube/transport.ts'
import { runOperator } from '../src/operator/run-operator.ts'
import { TransformThreads } from '../src/release/transform/transform-threads.ts'
import { readAddressPolicy } from '../src/sources/policy/policy.ts'
import { systemClock } from '../src/std/clock.ts'

const expectsFailures = process.env['BENCH_EXPECTS_FAILURES'] === 'yes'
// A sandbox without accounts of the platform knows none.
const platformAccount = process.env['BENCH_PLATFORM_ACCOUNT']
const [kubeconfig = '', folder = '', ...allow] = process.argv.slice(2)
const counts: Record<string, number> = {}
/** When a plugin's status was last written, and when the first object of its release was, by name. */
const told: Record<string, number> = {}
const begun: Record<string, number> = {}
let passes = 0
let passAll = () => {}

const connection = await findConnection({ kubeconfig, environment: {} })
const { send } = createUndiciTransport(connection)
const transport: Transport = async (request, signal) => {
  const kind = kindOf(request.method, request.path)
  counts[kind] = (counts[kind] ?? 0) + 1
  const [, applied] = /\/serviceaccounts\/([^/?]+)/.exec(request.path) ?? []
  if (applied !== undefined && request.method !== 'GET') begun[applied] ??= Date.now()
  const response = await send(request, signal)
  const [, name] = /\/plugins\/([^/]+)\/status/.exec(request.path) ?? []
  if (name !== undefined) told[name] = Date.now()
  return response
}

process.on('message', (message) => {
  if (message === 'pass') passAll()
  const { rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send?.({ counts, told, begun, passes, rss, cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))

const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const startThread = (work: ThreadWork) => () =>
  new Worker(program, { argv: ['__thread', work], ...threadOptions })
// The threads that the shipped operator has.
const clock = systemClock
const indexes = new RefreshThread(startThread('indexes'), clock)
const renders = new RenderThreads({ start: startThread('renders'), clock })
const transforms = new TransformThreads({ start: startThread('transforms'), clock })

await runOperator(
  {
    client: createKubeClient({ transport, rateLimit: 'none', gzip: false }),
    fetching: { policy: readAddressPolicy({ allow }), indexFolder: folder },
    refresh: indexes.refresh,
    renders,
    transforms: transforms.run,
    platformNamespace: 'outrigger-system',
    ...(platformAccount === undefined ? {} : { platformAccount }),
    expansionFolder: join(folder, 'expansions'),
    identity: `bench-${process.pid}`,
    observer: {
      leading: (again) => {
        passAll = again
        process.send?.('leading')
      },
      passed: ({ error }) => {
        passes++
        if (error !== undefined && !expectsFailures) console.error(error)
      },
      troubled: (error) => console.error(error),
    },
  },
  new AbortController().signal,
)

function kindOf(method: string, path: string): string {
  const [plain = '', query = ''] = path.split('?')
  if (plain.includes('/leases')) return 'lease'
  if (query.includes('watch=true') || query.includes('watch=1')) return 'watch'
  // Since when the cluster has been this version is asked once, whatever there is on it.
  if (plain.endsWith('/configmaps/outrigger-kubernetes')) return 'discovery'
  if (plain === '/version' || /^\/(?:apis?)(?:\/[^/]*){0,2}$/.test(plain)) return 'discovery'
  if (method === 'GET' && query !== '') return 'list'
  if (plain.includes('/events')) return 'event'
  if (plain.endsWith('/status')) return 'status'
  if (plain.includes('/plugins/')) return 'finalizer'
  return `${method.toLowerCase()} ${plain.split('/').at(method === 'POST' ? -1 : -2) ?? ''}`
}
