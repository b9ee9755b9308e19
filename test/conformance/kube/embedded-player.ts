import { inProcessTransport } from '../../../src/apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../../src/apiserver/server.ts'
import { memoryFiles } from '../../../src/apiserver/storage/memory-files.ts'
import { fixtures } from './fixtures.ts'
import type { Player } from './play.ts'

export interface EmbeddedPlayer extends Player {
  readonly server: ApiServer
  readonly end: () => Promise<void>
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
const namesOfHeaders = ['content-type', 'warning', 'retry-after', 'allow', 'location']

/** The embedded API server for rows, in this process. */
export async function startEmbeddedPlayer(): Promise<EmbeddedPlayer> {
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const server = await startApiServer({
    files: memoryFiles(),
    onFailure,
    controllers: 'none',
    withoutAdmission: ['ServiceAccount'],
  })
  const transport = inProcessTransport(server.answer, peer)
  const withoutCertificate = inProcessTransport(server.answer, {})
  const player: Player = {
    async send(request) {
      const send = request.certificate === 'none' ? withoutCertificate : transport
      const answer = await send(request, new AbortController().signal)
      const chunks = await Array.fromAsync(answer.body)
      const headers = namesOfHeaders.map((name) => [name, valueOf(answer.header(name))] as const)
      const body = Buffer.concat(chunks).toString()
      return { status: answer.status, headers: Object.fromEntries(headers), body }
    },
    async open(request, signal) {
      const answer = await transport(request, signal)
      return { status: answer.status, lines: linesOf(answer.body) }
    },
  }
  for (const fixture of fixtures) {
    const body = JSON.stringify(fixture)
    const headers = { 'content-type': 'application/json' }
    const { status, body: said } = await player.send({
      method: 'POST',
      path: definitions,
      headers,
      body,
    })
    if (status !== 201) throw new Error(`a fixture cannot be created: ${said}`)
  }
  const end = async () => {
    await server.close()
    if (failures.length > 0)
      throw new AggregateError(failures, 'the server failed in the background')
  }
  return { ...player, server, end }
}

function valueOf(values: readonly string[]): string | readonly string[] | undefined {
  return values.length > 1 ? values : values[0]
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + Buffer.from(chunk).toString()).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
