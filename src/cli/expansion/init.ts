import { resolve } from 'node:path'
import { initPackage } from '../../expansion/tools/init.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withWorkspace } from './open-given.ts'

export const command = {
  description:
    'Writes an example of an expansion package that works as it is: a chart, an application, files, a hook and objects. At a terminal it asks for what was not given.',
  arguments: { folder: { count: 'one', summary: 'an empty folder, or one that is not there' } },
  options: {
    name: { kind: 'text', value: 'NAME', summary: 'the name of the package' },
    'package-version': {
      kind: 'text',
      value: 'VERSION',
      summary: 'its version; 0.1.0 unless given',
    },
    output: textOrJsonOption('lines, or an object for programs'),
  },
  examples: ['expansion init ./my-platform --name my-platform'],
} as const satisfies CommandSpec

export interface Options {
  readonly folder: string
  readonly name: string | undefined
  readonly version: string | undefined
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { name, output } = given.options
  if (name !== undefined && !isName(name)) return badName(name)
  const version = given.options['package-version'] || undefined
  return { ...given.arguments, name: name || undefined, version, output }
}

export async function run(
  { folder, name: givenName, version: givenVersion, output }: Options,
  _ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const fallback = (resolve(folder).split('/').at(-1) ?? '').toLowerCase()
  const name = givenName ?? (await ask('name', fallback, io, signal))
  if (!isName(name)) throw badName(name)
  const version = givenVersion ?? (await ask('version', '0.1.0', io, signal))
  const files = await withWorkspace(() => initPackage({ folder: resolve(folder), name, version }))
  if (output === 'json') io.stdout.write(`${JSON.stringify({ folder, name, version, files })}\n`)
  else {
    for (const file of files) io.stdout.write(`${file}\n`)
    io.stderr.write(`next: outrigger expansion check ${folder}\n`)
  }
  return 'done'
}

function isName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name)
}

function badName(name: string): UsageError {
  return new UsageError(
    'bad-value',
    `--name: wanted lower-case letters, digits and -, found ${name}`,
  )
}

async function ask(what: string, fallback: string, io: Io, signal: AbortSignal): Promise<string> {
  if (!io.stdin.isTerminal) return fallback
  io.stderr.write(`${what} [${fallback}]: `)
  return (await io.stdin.readLine('shown', signal)).trim() || fallback
}
