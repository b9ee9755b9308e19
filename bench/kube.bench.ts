import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { connect } from '../src/kube/connect.ts'
import { fixedCredentials } from '../src/kube/credentials.ts'
import { getObject } from '../src/kube/objects/get-object.ts'
import { readJson } from '../src/kube/json.ts'
import { listObjects } from '../src/kube/objects/list-objects.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const rounds = 15
const gets = 200
const never = new AbortController().signal
const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }

/** The cost of reading a cluster over fetching and parsing it by hand. */
export const bench: Bench = {
  summary: 'listing 5,000 pods against fetch + JSON.parse, and 200 GETs over TLS',
  measure: async () => {
    const { child, port, ca } = await startServer()
    const connection = {
      server: new URL(`https://127.0.0.1:${port}`),
      tls: { ca, insecureSkipVerify: false },
      credentials: fixedCredentials({}),
      gzip: true,
      namespace: 'default',
    }
    const { client, close } = connect(connection, { rateLimit: 'none' })
    const dispatcher = new Agent({ connect: { ca }, allowH2: false })
    try {
      const ours = async () => (await listObjects(client, { resource: pods }, {}, never)).objects
      const plain = async () => {
        const answer = await fetch(`https://127.0.0.1:${port}/api/v1/pods`, { dispatcher })
        return (JSON.parse(await answer.text()) as { readonly items: readonly unknown[] }).items
      }
      const lists = await compare({ ours, plain })
      const connections = await readConnections(client)
      const began = performance.now()
      for (let count = 0; count < gets; count++) {
        await getObject(client, { resource: pods, namespace: 'team-1', name: 'web' }, {}, never)
      }
      const elapsed = performance.now() - began
      const opened = (await readConnections(client)) - connections
      return [...lists, ...summarise(elapsed, opened)]
    } finally {
      child.stdin?.end()
      await Promise.all([close(), dispatcher.destroy()])
    }
  },
}

interface Ways {
  readonly ours: () => Promise<readonly unknown[]>
  readonly plain: () => Promise<readonly unknown[]>
}

// In turns, because two runs on a busy machine compare only the machine.
async function compare(ways: Ways): Promise<readonly Measurement[]> {
  const times = { ours: [] as number[], plain: [] as number[] }
  for (let round = -2; round < rounds; round++) {
    for (const name of ['ours', 'plain'] as const) {
      const began = performance.now()
      const { length } = await ways[name]()
      if (length !== 5000) throw new Error(`${name} gave ${length} objects`)
      if (round >= 0) times[name].push(performance.now() - began)
    }
  }
  const ratios = times.ours.map((time, round) => time / (times.plain[round] ?? NaN))
  return [
    { name: 'list, ours', value: median(times.ours), unit: 'ms' },
    { name: 'list, fetch + JSON.parse', value: median(times.plain), unit: 'ms' },
    { name: 'list, median of ratios', value: median(ratios), unit: '×', limit: 1.2 },
  ]
}

function summarise(elapsed: number, opened: number): readonly Measurement[] {
  // The connection that the list opened is there already.
  return [
    { name: `${gets} GETs`, value: elapsed, unit: 'ms' },
    { name: `connections for ${gets} GETs`, value: opened + 1, unit: '×', limit: 2 },
  ]
}

async function readConnections(client: ReturnType<typeof connect>['client']): Promise<number> {
  const answer = await client.exchange({ method: 'GET', path: '/connections' }, never)
  return Number(readJson(answer.bytes))
}

interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly ca: string
}

async function startServer(): Promise<Server> {
  const file = join(import.meta.dirname, 'kube-server.ts')
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as readonly Uint8Array[]
  const { port, ca } = JSON.parse(Buffer.from(line ?? []).toString()) as Omit<Server, 'child'>
  return { child, port, ca }
}
