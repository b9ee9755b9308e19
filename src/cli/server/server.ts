import { once } from 'node:events'
import { resolve } from 'node:path'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { addressOptions } from '../options/address-options.ts'
import { readPort } from '../platform/read-port.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import type { SeparateServerOptions } from './separate-server-options.ts'
import { serverFlags } from './server-flags.ts'
import { openTemporaryFolder } from '../../std/node/temporary-folder.ts'

export const command = {
  description:
    'Serves the REST API and the web page alone, beside an operator that runs elsewhere. Every request acts with the rights of the one who asks; the server itself needs the rights to impersonate and to review tokens. It listens on this machine alone unless --host says otherwise, and then it wants TLS.',
  arguments: {},
  options: {
    host: { kind: 'text', value: 'ADDRESS', summary: 'to listen on; 127.0.0.1 unless given' },
    port: { kind: 'text', value: 'PORT', summary: 'a free one unless given' },
    'metrics-port': { kind: 'text', value: 'PORT', summary: 'of /metrics, /healthz and /readyz' },
    folder: {
      kind: 'text',
      value: 'FOLDER',
      summary: 'keep audit and sessions here; a temporary one that goes at the end unless given',
    },
    page: {
      kind: 'text',
      value: 'FOLDER',
      summary: 'serve the built web page in this folder; the one of this program unless given',
    },
    sites: {
      kind: 'text',
      value: 'FOLDER',
      summary:
        'show the installations of this site, or of those in this folder, and let administrators go on with them',
    },
    'tls-self-signed': {
      kind: 'switch',
      summary: 'make a certificate of our own in the folder, if no files are named',
    },
    ...serverFlags,
    ...addressOptions,
    kubeconfig: { kind: 'text', value: 'FILE', summary: 'the cluster of this file' },
    context: { kind: 'text', value: 'NAME', summary: 'the cluster of this context' },
    'in-cluster': { kind: 'switch', summary: 'the cluster that this pod is in' },
    'account-folder': {
      kind: 'text',
      value: 'FOLDER',
      summary: 'with --in-cluster: where token, ca.crt and namespace are',
    },
    output: textOrJsonOption('how to say where it is'),
  },
  examples: [
    'server --context production --port 8700',
    'server --in-cluster --host 0.0.0.0 --port 8443 --tls-self-signed',
  ],
} as const satisfies CommandSpec

export type Options = SeparateServerOptions

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const port = readPort('port', options.port)
  if (port instanceof UsageError) return port
  const metricsPort = readPort('metrics-port', options['metrics-port'])
  if (metricsPort instanceof UsageError) return metricsPort
  const { kubeconfig, context, page, folder } = options
  if (options['in-cluster'] && (kubeconfig !== undefined || context !== undefined)) {
    const message = 'give either --in-cluster, or --kubeconfig and --context'
    return new UsageError('conflict', message)
  }
  return {
    cluster: options['in-cluster']
      ? { inCluster: { accountFolder: options['account-folder'] } }
      : {
          ...(kubeconfig === undefined ? {} : { kubeconfig }),
          ...(context === undefined ? {} : { context }),
        },
    host: options.host ?? '127.0.0.1',
    port,
    metricsPort,
    folder: folder === undefined ? undefined : resolve(folder),
    page: page === undefined ? undefined : resolve(page),
    sites: options.sites === undefined ? undefined : resolve(options.sites),
    isSelfSigned: options['tls-self-signed'],
    allow: options['allow-address'],
    flags: options,
    output: options.output,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  // Loaded only here: help and completion need none of it.
  const { openSeparateServer } = await import('./open-separate-server.ts')
  const { CleanUps } = await import('../platform/clean-ups.ts')
  const ends = new CleanUps()
  const troubled = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    if (!signal.aborted) io.stderr.write(`warning: ${message}\n`)
  }
  try {
    const folder = options.folder ?? (await temporaryFolder(ends))
    const { server, metrics } = await openSeparateServer(
      { ...options, folder },
      ports,
      troubled,
      ends,
    )
    if (options.output === 'json') {
      io.stdout.write(`${JSON.stringify({ server, metrics, folder })}\n`)
    } else io.stdout.write(`REST API and page  ${server}\nMetrics            ${metrics}\n`)
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await ends.run()
  }
  return 'done'
}

async function temporaryFolder(ends: { add(end: () => Promise<void>): void }): Promise<string> {
  const { path, remove } = await openTemporaryFolder('server')
  ends.add(remove)
  return path
}
