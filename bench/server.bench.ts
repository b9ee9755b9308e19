import { mkdtemp, rm } from 'node:fs/promises'
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'
import { percentile } from './percentile.ts'
import { addInstances, openServerBench, startServer } from './server/server-stage.ts'

const count = 1000
const rounds = 100
const warmUp = 20

/** Lists of the REST API against the same lists of the API server behind it. */
export const bench: Bench = {
  summary: 'a list of 1,000 instances, against the same list straight from the API server',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-server-list-'))
    const stage = await openServerBench()
    const server = await startServer(stage.kubeconfig, { folder })
    try {
      await addInstances(stage.client, stage.users.team, count)
      return await compareLists(stage.access, server.url, stage.users.tokens.admin)
    } finally {
      await server.stop()
      await stage.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

type Ask = () => Promise<number>

async function compareLists(
  access: Awaited<ReturnType<typeof openServerBench>>['access'],
  server: string,
  token: string,
): Promise<readonly Measurement[]> {
  const { url, authority: ca, certificate: cert, key } = access
  const headers = { authorization: `Bearer ${token}` }
  const https = new HttpsAgent({ keepAlive: true })
  const http = new HttpAgent({ keepAlive: true })
  const list = `${url}/apis/outrigger.dev/v1alpha1/extensioninstances`
  const asks: Readonly<Record<'straight' | 'ours', Ask>> = {
    straight: () => read((done) => httpsRequest(list, { agent: https, ca, cert, key }, done)),
    ours: () =>
      read((done) =>
        httpRequest(`${server}/api/v1/instances?limit=${count}`, { agent: http, headers }, done),
      ),
  }
  const times = { straight: [] as number[], ours: [] as number[] }
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of ['straight', 'ours'] as const) {
      const began = performance.now()
      await asks[name]()
      if (round >= 0) times[name].push(performance.now() - began)
    }
  }
  http.destroy()
  https.destroy()
  const [straight, ours] = [percentile(times.straight, 0.95), percentile(times.ours, 0.95)]
  return [
    { name: 'straight from the API server, median', value: median(times.straight), unit: 'ms' },
    { name: 'straight from the API server, p95', value: straight, unit: 'ms' },
    { name: 'REST API, median', value: median(times.ours), unit: 'ms' },
    { name: 'REST API, p95', value: ours, unit: 'ms' },
    { name: 'p95, REST API ÷ straight', value: ours / straight, unit: '×', limit: 2 },
  ]
}

/** Reads an answer to its end and gives its size. */
function read(send: (done: (answer: IncomingMessage) => void) => ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = send((answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => void (bytes += chunk.length))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(bytes)
        else reject(new Error(`the list is answered with ${answer.statusCode}`))
      })
    })
    request.on('error', reject)
    request.end()
  })
}
