import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ChartError } from '../../chart/errors.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { writePackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type Connection, connectionOf, connectionOptions } from './sources/source-options.ts'

export const command = {
  description:
    'Writes NAME-VERSION.tgz with the entries that helm package would write. The same chart gives the same bytes, whenever and wherever it is packaged.',
  arguments: {
    chart: { count: 'one', summary: 'the folder of the chart' },
    'more-charts': { count: 'any', summary: 'further charts' },
  },
  options: {
    destination: {
      kind: 'text',
      short: 'd',
      value: 'FOLDER',
      summary: 'where to write; the current folder unless given',
    },
    version: { kind: 'text', value: 'VERSION', summary: 'the version to give the chart' },
    'app-version': { kind: 'text', value: 'VERSION', summary: 'the appVersion to give the chart' },
    'dependency-update': {
      kind: 'switch',
      short: 'u',
      summary: 'bring the dependencies before, as dependency update does',
    },
    ...connectionOptions,
    sign: { kind: 'switch', summary: 'refused for now: there are no keys to sign with' },
    output: textOrJsonOption('a sentence for each archive, or a list for programs'),
  },
  examples: [
    'package ./my-chart',
    'package ./my-chart -d dist --version 1.2.3 --app-version 4.5',
    'package ./my-chart -u',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly charts: readonly string[]
  readonly destination: string
  readonly version: string | undefined
  readonly appVersion: string | undefined
  readonly output: 'text' | 'json'
  readonly update: Connection | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  if (options.sign) {
    const advice = 'sign the archive with helm package --sign or gpg'
    return new UsageError('conflict', `--sign is not there yet: ${advice}`)
  }
  return {
    charts: [given.arguments.chart, ...given.arguments['more-charts']],
    destination: options.destination || '.',
    version: options.version || undefined,
    appVersion: options['app-version'] || undefined,
    output: options.output,
    update: options['dependency-update'] ? connectionOf(options) : undefined,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  // Helm names the current folder in full, every other as it was given.
  const folder = options.destination === '.' ? resolve('.') : join(options.destination)
  const paths: { readonly chart: string; readonly path: string }[] = []
  for (const chart of options.charts) {
    if (options.update)
      await bringDependencies(chart, options.update, { ports, io, options }, signal)
    const path = writePackage(packageFolder(chart, options), folder)
    paths.push({ chart, path })
    if (options.output === 'text') {
      io.stdout.write(`Successfully packaged chart and saved it to: ${path}\n`)
    }
  }
  if (options.output === 'json') io.stdout.write(`${JSON.stringify(paths, undefined, 2)}\n`)
  return 'done'
}

/** The words of the update are no result when a program reads the list. */
async function bringDependencies(
  chart: string,
  connection: Connection,
  { ports, io, options }: { readonly ports: Ports; readonly io: Io; readonly options: Options },
  signal: AbortSignal,
): Promise<void> {
  const { runDependencyWork } = await import('./dependencies/dependency-work.ts')
  const { updateDependencies } = await import('../../sources/dependencies/update.ts')
  const told = options.output === 'json' ? { ...io, stdout: io.stderr } : io
  const work = { ...connection, chart, skipRefresh: false, verify: false, keyring: undefined }
  await runDependencyWork(updateDependencies, work, { ports, io: told }, signal)
}

function packageFolder(path: string, { version, appVersion }: Options) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new ChartError('not-found', `path ${path} not found`)
  if (!stats.isDirectory()) {
    throw new ChartError('load', `wanted the folder of a chart, found the file ${path}`)
  }
  return packageChart(loadChart(path), {
    ...(version === undefined ? {} : { version }),
    ...(appVersion === undefined ? {} : { appVersion }),
  })
}
