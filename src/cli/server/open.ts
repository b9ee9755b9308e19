import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type ServerChoice, askServer, findServer, serverChoiceOptions } from './find-server.ts'

export const command = {
  description:
    'Asks a server for a link that signs you in to its web page once, within 15 minutes, and prints it; with --browser it is opened. On a sandbox you are its administrator, elsewhere the user of the kubeconfig.',
  arguments: {},
  options: {
    browser: { kind: 'switch', summary: 'open the link in the browser instead of printing it' },
    ...serverChoiceOptions,
  },
  examples: ['open', 'open --browser', 'open --server https://outrigger.example.com'],
} as const satisfies CommandSpec

export interface Options extends ServerChoice {
  readonly browser: boolean
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : given.options
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const server = await findServer(options, ports, io, signal)
  const { url, dispatcher } = server
  const answer = await askServer(server, '/api/v1/sign-in-links', { method: 'POST', signal })
  const body = (await answer.json()) as { readonly path?: string; readonly detail?: string }
  await dispatcher.close()
  if (!answer.ok || body.path === undefined) {
    throw new PlainError(
      `the server gives no link: ${body.detail ?? `it answers ${answer.status}`}`,
    )
  }
  const link = `${url}${body.path}`
  if (options.browser) await openInBrowser(link, ports)
  else io.stdout.write(`${link}\n`)
  return 'done'
}

async function openInBrowser(link: string, { runtime }: Ports): Promise<void> {
  const { spawn } = await import('node:child_process')
  const [system = ''] = runtime.platform.split('/')
  const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }
  const [program, ...first] = programs[system] ?? ['xdg-open']
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...first, link], { stdio: 'ignore', detached: true })
    child.once('error', (cause) =>
      reject(new PlainError(`${program} cannot be started: open the link yourself`, { cause })),
    )
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}
