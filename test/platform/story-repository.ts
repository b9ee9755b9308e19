import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type RequestListener, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuthority } from '../../src/apiserver/certificates/open-authority.ts'
import { packageCharts } from '../../src/cli/platform/built-in-charts.ts'
import { repositoryFiles } from '../../src/cli/platform/serve-charts.ts'

/** Repositories of charts for stories, on this machine alone. */
export interface StoryRepository {
  /** The charts of a folder, to anybody. */
  readonly url: string
  /** The same over TLS, with a certificate that nobody knows. */
  readonly secure: string
  /** The certificate of the signer, as PEM. */
  readonly authority: string
  /** Where the charts below `charts` of a story's folder are served, as they are when they are asked for; below `files`, its files. */
  readonly serveOwn: (name: string, folder: string) => string
  readonly stop: () => Promise<void>
}

const host = '127.0.0.1'
/** Below this path only requests with a login are answered. */
const locked = '/locked'
/** Below this path messages are taken, and given to every reader. */
const inbox = '/inbox'
/** Below this path answers take so long that somebody can look at what waits for them. */
const slow = '/slow'
const slowMilliseconds = 2000
const login = `Basic ${Buffer.from('ada:sesame').toString('base64')}`

/** Starts repositories with the charts of a folder; what stories have of their own comes along later. */
export async function startStoryRepository(charts: string): Promise<StoryRepository> {
  const shared = repositoryFiles(packageCharts(charts))
  const own = new Map<string, string>()
  const receive = startInbox()
  const answer: RequestListener = (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (path.startsWith(`${inbox}/`)) return receive(path, request, response)
    const isLocked = path.startsWith(`${locked}/`)
    if (isLocked && request.headers.authorization !== login) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="story"' }).end()
    }
    const isSlow = path.startsWith(`${slow}/`)
    const plain = isLocked ? path.slice(locked.length) : isSlow ? path.slice(slow.length) : path
    const body = fileAt(plain, shared, own)
    const send = () => {
      if (body === undefined) response.writeHead(404).end()
      else response.writeHead(200, { 'content-length': body.length }).end(body)
    }
    if (isSlow) setTimeout(send, slowMilliseconds)
    else send()
  }
  const folder = await mkdtemp(join(tmpdir(), 'story-authority-'))
  const authority = await openAuthority(folder, Date.now)
  await rm(folder, { recursive: true })
  const { certificate: cert, key } = authority.signServer(['localhost'], [host])
  const plain = createServer(answer)
  const secure = createTlsServer({ cert, key }, answer)
  const url = `http://${host}:${await listen(plain)}`
  return {
    url,
    secure: `https://${host}:${await listen(secure)}`,
    authority: authority.certificate,
    serveOwn: (name, place) => {
      own.set(name, place)
      return `${url}/${name}`
    },
    stop: async () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}

// A line for each message: whether it is signed, with what token it came, and its text.
function startInbox(): (path: string, ...exchange: Parameters<RequestListener>) => void {
  const lines = new Map<string, string[]>()
  return (path, request, response) => {
    const taken = lines.get(path) ?? []
    lines.set(path, taken)
    if (request.method !== 'POST') return void response.writeHead(200).end(taken.join('\n'))
    const { authorization = '-', 'x-outrigger-signature': signature = '-' } = request.headers
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const status = inboxStatus(path, taken.length)
      const line = [String(signature), authorization, body].join(' ')
      taken.push(status === 204 ? line : `answered ${status}`)
      response.writeHead(status).end()
    })
  }
}

/** A receiver whose path says so is busy for two messages, or gone for good. */
function inboxStatus(path: string, before: number): number {
  if (path.endsWith('-gone')) return 410
  return path.endsWith('-busy') && before < 2 ? 503 : 204
}

function fileAt(
  path: string,
  shared: ReadonlyMap<string, Uint8Array>,
  own: ReadonlyMap<string, string>,
): Uint8Array | undefined {
  const [, name = ''] = path.split('/')
  const folder = own.get(name)
  if (folder === undefined) return shared.get(path)
  const rest = path.slice(name.length + 1)
  if (rest.startsWith('/files/')) return readFileSync(join(folder, rest))
  return repositoryFiles(packageCharts(join(folder, 'charts'))).get(rest)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, host, done))
  return (server.address() as AddressInfo).port
}
