import { once } from 'node:events'
import { resolve } from 'node:path'
import { collectGarbage } from '../../oci/registry/collect-garbage.ts'
import { serveRegistry } from '../../oci/registry/serve.ts'
import { removeStaleUploads } from '../../oci/registry/stale-uploads.ts'
import { openWriteToken } from '../../oci/registry/write-token.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

const defaultPort = 5000
const defaultHost = '127.0.0.1'

/** How long running transfers may go on after the command was asked to stop. */
const patienceMilliseconds = 10_000

/** Uploads that nobody went on with for a day are dropped at the next start. */
const uploadMilliseconds = 24 * 60 * 60 * 1000

export const command = {
  description:
    'Serves an OCI registry for charts and images from a folder until it is interrupted. Everybody who ' +
    'reaches it may read; to push or delete takes the token in the file that is named when it starts, as ' +
    'the password of any user. It does not encrypt, so that it listens on this machine alone unless ' +
    '--host says otherwise.',
  arguments: { folder: { count: 'one', summary: 'where everything is kept; made when missing' } },
  options: {
    host: { kind: 'text', value: 'ADDRESS', summary: `listen here instead of ${defaultHost}` },
    port: { kind: 'text', value: 'PORT', summary: `instead of ${defaultPort}; 0 is any free one` },
    name: {
      kind: 'list',
      value: 'NAME',
      summary: 'answer to this name as well; addresses and localhost are known anyway',
    },
    output: outputOption,
  },
  examples: [
    'registry serve ./registry',
    'registry serve ./registry --host 0.0.0.0 --name registry.example',
    'registry serve ./registry --port 0 -o json',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly names: readonly string[]
  readonly output: OutputFormat
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { host = defaultHost, port = String(defaultPort), output } = given.options
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return new UsageError('bad-value', `--port ${port} is not a port; give 0 to 65535`)
  }
  const names = given.options.name.map((name) => name.toLowerCase())
  return { folder: given.arguments.folder, host, port: Number(port), names, output }
}

export async function run(
  options: Options,
  { program }: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = resolve(options.folder)
  const { host, port, names } = options
  const onError = (error: unknown) => {
    io.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  }
  const { value: writeToken, file: tokenFile } = await openWriteToken(folder, signal)
  const registry = await serveRegistry(
    { root: folder, host, port, names, writeToken, onError },
    signal,
  )
  try {
    await removeStaleUploads(registry.store, Date.now() - uploadMilliseconds, signal)
    await collectGarbage(registry.store, signal)
    const served = { address: registry.url, folder, tokenFile }
    const columns = [
      { header: 'address', cell: () => served.address },
      { header: 'folder', cell: () => served.folder },
    ]
    const result = { noun: 'registry', name: () => served.address, columns, rows: [served] }
    await printResult({ ...result, value: served }, options.output, io)
    io.stderr.write(
      `to push: ${program.name} registry login ${registry.host} -u outrigger --password-stdin < ${tokenFile}\n` +
        'serving until interrupted\n',
    )
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await registry.close(AbortSignal.timeout(patienceMilliseconds))
  }
  return 'done'
}
