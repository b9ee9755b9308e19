// The operator in a process of its own, so that its memory and processor time are its own. Started by
// bench/extensions.bench.ts with a kubeconfig and a folder; answers any message over the parent's channel with a report.
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { RenderThreads } from '../src/chart/node/render-threads.ts'
import { threadOptions } from '../src/cli/platform/start-thread.ts'
import { createKubeClient } from '../src/kube/client.ts'
import { connect, findConnection } from '../src/kube/connect.ts'
import { createUndiciTransport } from '../src/kube/undici-transport.ts'
import { runOperator } from '../src/operator/run-operator.ts'
import { systemClock } from '../src/std/clock.ts'
import { readAddressPolicy } from '../src/sources/policy/policy.ts'

const [kubeconfig = '', folder = ''] = process.argv.slice(2)
const connection = await findConnection({ kubeconfig, environment: {} })
const { send } = createUndiciTransport(connection)
const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const renders = new RenderThreads({
  start: () => new Worker(program, { argv: ['__thread', 'renders'], ...threadOptions }),
  clock: systemClock,
})
let passes = 0

process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send?.({ passes, rss, heapUsed, cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))

await runOperator(
  {
    client: createKubeClient({ transport: send, rateLimit: 'none', gzip: false }),
    connect: (other) => connect(other, { rateLimit: 'none' }),
    fetching: { policy: readAddressPolicy({}), indexFolder: folder },
    renders,
    platformNamespace: 'outrigger-system',
    identity: `bench-${process.pid}`,
    observer: {
      leading: () => process.send?.('leading'),
      passed: () => passes++,
      troubled: () => {},
    },
  },
  new AbortController().signal,
)
