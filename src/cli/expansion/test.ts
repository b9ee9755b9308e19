import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPackage } from '../../expansion/package/open-package.ts'
import { buildPackage } from '../../expansion/tools/build.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readTimeout } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type GivenPackage, withPackage } from './open-given.ts'
import type { TimelineEntry } from './try-package.ts'

export const command = {
  description:
    'Plays a package in a sandbox with a registry of its own, from the check of its files to applications that are ready, and prints the timeline. A folder is built first. Nothing outside of this process is changed.',
  arguments: {
    package: { count: 'one', summary: 'a folder, a .tar.zst, a .tgz or oci://HOST/REPOSITORY:TAG' },
  },
  options: {
    timeout: {
      kind: 'text',
      value: 'DURATION',
      summary: 'how long all of it may take; 5m unless given',
    },
    output: textOrJsonOption('lines, or an object for programs'),
    ...connectionOptions,
  },
  examples: ['expansion test ./my-platform'],
} as const satisfies CommandSpec

export interface Options {
  readonly package: string
  readonly timeout: number
  readonly output: 'text' | 'json'
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const timeout = readTimeout(given.options.timeout ?? '5m')
  if (timeout instanceof UsageError) return timeout
  const { output } = given.options
  return { ...given.arguments, timeout, output, connection: connectionOf(given.options) }
}

export async function run(
  { package: path, timeout, output, connection }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const entries: TimelineEntry[] = []
  const onEntry = (entry: TimelineEntry) => {
    entries.push(entry)
    if (output === 'text') io.stdout.write(lineOf(entry))
  }
  return await withPackage(
    path,
    { connection, ports },
    async (given): Promise<Outcome> => {
      const opened = await built(given, signal)
      const { tryPackage } = await import('./try-package.ts')
      const { workspace } = given
      const outcome = await tryPackage(opened, { workspace, timeout, onEntry }, signal)
      if (output === 'json') io.stdout.write(`${JSON.stringify({ outcome, timeline: entries })}\n`)
      else io.stderr.write(outcome === 'ready' ? 'all of it is ready\n' : 'it did not get ready\n')
      return outcome === 'ready' ? 'done' : 'failed'
    },
    signal,
  )
}

async function built({ opened, workspace }: GivenPackage, signal: AbortSignal) {
  if (opened.lock !== undefined && opened.delta === undefined) return opened
  if (opened.delta !== undefined) {
    throw new PlainError('a delta is for one site: test the whole package')
  }
  const out = join(workspace, 'built.tar.zst')
  await buildPackage(opened, { workspace, out, compression: 'zstd' }, signal)
  const folder = join(workspace, 'built')
  await mkdir(folder)
  const again = await openPackage(out, folder, signal)
  if (again === undefined) throw new PlainError(`${out} is no expansion`)
  return again
}

function lineOf({ milliseconds, what, state, message }: TimelineEntry): string {
  const seconds = (milliseconds / 1000).toFixed(2).padStart(8)
  return `${seconds} s  ${state.padEnd(12)} ${what}${message === '' ? '' : `: ${message}`}\n`
}
