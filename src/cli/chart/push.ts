import { readFile, stat } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { basename } from 'node:path'
import { translateError } from '../../sources/http/translate-error.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import { withAdvice } from './sources/fetch-with-progress.ts'
import { openSources } from './sources/open-sources.ts'
import { pushToMuseum } from './push-to/push-to-museum.ts'
import { pushToRegistry } from './push-to/push-to-registry.ts'
import type { Package } from './push-to/pushed.ts'
import { type Connection, connectionOf, connectionOptions } from './sources/source-options.ts'

export const command = {
  description:
    'Uploads a packaged chart to a registry (oci://) as helm push does, or to a ChartMuseum (http:// or https://) as its plugin does. A provenance file beside the archive goes with it.',
  arguments: {
    chart: { count: 'one', summary: 'the chart: a .tgz, as package writes it' },
    remote: {
      count: 'one',
      summary: 'where to: oci://registry/folder, or the address of a ChartMuseum',
    },
  },
  options: {
    ...connectionOptions,
    force: { kind: 'switch', summary: 'with a ChartMuseum: replace the same version' },
    output: textOrJsonOption('what helm prints, or an object for programs'),
  },
  examples: [
    'push web-1.0.0.tgz oci://registry.example/charts',
    'push web-1.0.0.tgz https://charts.example --force',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly chart: string
  readonly remote: string
  readonly connection: Connection
  readonly force: boolean
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { remote } = given.arguments
  if (!/^(?:oci|https?):\/\//i.test(remote)) {
    const wanted = 'oci://registry/folder or https://museum'
    return new UsageError('bad-value', `wanted ${wanted} to push to, found ${remote}`)
  }
  return {
    ...given.arguments,
    connection: connectionOf(given.options),
    force: given.options.force,
    output: given.options.output,
  }
}

export function complete(before: readonly string[]): readonly Candidate[] {
  if (before.length !== 1) return []
  return ['oci://', 'https://', 'http://'].map((word) => ({ word, summary: '' }))
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const file = await readPackage(options.chart, signal)
  const sources = await openSources(options.connection, ports, signal)
  const isRegistry = /^oci:/i.test(options.remote)
  const push = isRegistry ? pushToRegistry : pushToMuseum
  try {
    const pushed = await push(file, options, sources, signal)
    io.stdout.write(options.output === 'json' ? `${JSON.stringify(pushed.value)}\n` : pushed.text)
    return 'done'
  } catch (error) {
    throw withAdvice(translateError(error, signal))
  }
}

async function readPackage(path: string, signal: AbortSignal): Promise<Package> {
  const stats = await statOf(path)
  if (stats === undefined) throw new PlainError(`${path}: no such file`)
  if (stats.isDirectory()) {
    throw new PlainError('cannot push directory, must provide chart archive (.tgz)')
  }
  const provenance = await statOf(`${path}.prov`)
  return {
    name: basename(path),
    archive: await readFile(path, { signal }),
    provenance: provenance && (await readFile(`${path}.prov`, { signal })),
    written: stats.mtime,
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
