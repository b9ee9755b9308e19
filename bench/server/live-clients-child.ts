// Clients of the stream of changes in a process of their own: every event holds when its change was asked for, so that the delay of
// each is known. Reads `{url, tokens, each}` from its input, says `ready`, and prints the delays of every second as one line.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'

const lines = createInterface(process.stdin)
const [line] = (await once(lines, 'line')) as readonly string[]
const { url, tokens, each } = JSON.parse(line ?? '{}') as {
  readonly url: string
  readonly tokens: readonly string[]
  readonly each: number
}
const agent = new Agent({ maxSockets: Infinity })
const mark = Buffer.from('"askedAt":"')
const digits = 13
let delays: number[] = []
let resets = 0

await Promise.all(tokens.flatMap((token) => Array.from({ length: each }, () => follow(token))))
process.stdout.write('ready\n')
setInterval(() => {
  process.stdout.write(`${JSON.stringify({ delays, resets })}\n`)
  delays = []
}, 1000)
lines.on('close', () => process.exit(0))

/** Opens a stream, and resolves when it is ready. */
async function follow(token: string): Promise<void> {
  const asked = request(`${url}/api/v1/stream?kinds=instances`, {
    agent,
    headers: { authorization: `Bearer ${token}` },
  })
  asked.end()
  const [answer] = (await once(asked, 'response')) as readonly IncomingMessage[]
  if (answer?.statusCode !== 200) throw new Error(`a stream is answered with ${answer?.statusCode}`)
  const isReady = once(answer, 'data')
  let rest: Buffer = Buffer.alloc(0)
  answer.on('data', (chunk: Buffer) => void (rest = readDelays(rest, chunk)))
  answer.on('close', () => {
    throw new Error('a stream has ended')
  })
  await isReady
}

/** Notes the delays in a piece, and gives the end of it that the next piece may complete. */
function readDelays(rest: Buffer, chunk: Buffer): Buffer {
  const now = Date.now()
  const piece = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
  let at = 0
  for (;;) {
    const found = piece.indexOf(mark, at)
    const begin = found + mark.length
    if (found === -1 || begin + digits > piece.length) break
    delays.push(now - Number(piece.toString('latin1', begin, begin + digits)))
    at = begin + digits
  }
  if (piece.includes('event: reset', at)) resets++
  return piece.subarray(Math.max(at, piece.length - mark.length - digits))
}
