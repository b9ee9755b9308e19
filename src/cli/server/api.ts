import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type ServerChoice, askServer, findServer, serverChoiceOptions } from './find-server.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const largestInput = 3 * 1024 * 1024

export const command = {
  description:
    'Sends one request to the REST API and prints the answer as it comes, also one that never ends. The path begins with /, and /api/v1 may be left out. The exit code is 1 when the answer is an error.',
  arguments: {
    method: { summary: 'GET, POST, PUT or DELETE', count: 'one' },
    path: { summary: 'such as /plugins?namespace=default', count: 'one' },
  },
  options: {
    input: { kind: 'switch', summary: 'send the standard input as the JSON body' },
    header: { kind: 'list', value: 'NAME:VALUE', summary: 'a header to send' },
    ...serverChoiceOptions,
  },
  examples: ['api GET /plugins?ready=False', 'api POST /plugins --input'],
} as const satisfies CommandSpec

export interface Options extends ServerChoice {
  readonly method: string
  readonly path: string
  readonly input: boolean
  readonly headers: readonly (readonly [string, string])[]
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { arguments: words, options } = given
  const method = words.method.toUpperCase()
  if (!(methods as readonly string[]).includes(method)) {
    return new UsageError('bad-value', `${words.method} is no method; give ${methods.join(', ')}`)
  }
  if (!words.path.startsWith('/')) {
    return new UsageError('bad-value', `the path ${words.path} must begin with /`)
  }
  const headers = options.header.map((text) => {
    const at = text.indexOf(':')
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const
  })
  if (headers.some(([name]) => name === '')) {
    return new UsageError('bad-value', '--header wants NAME:VALUE')
  }
  return { ...options, method, path: words.path, headers }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { method, headers } = options
  const server = await findServer(options, ports, io, signal)
  const path = /^\/api(\/|$)/.test(options.path) ? options.path : `/api/v1${options.path}`
  const body = options.input ? await io.stdin.readAll(largestInput, signal) : undefined
  try {
    const answer = await askServer(server, path, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      signal,
    })
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      io.stdout.write(decoder.decode(chunk as Uint8Array, { stream: true }))
    }
    io.stdout.write('\n')
    return answer.ok ? 'done' : 'failed'
  } finally {
    await server.dispatcher.destroy()
  }
}
