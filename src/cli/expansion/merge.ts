import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { mergePackages } from '../../expansion/tools/merge-packages.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openGiven, withWorkspace } from './open-given.ts'

export const command = {
  description:
    'Merges two packages into a folder, from which one package can be built: a platform has one expansion. What both have with other bytes or values is a conflict; all of them are named before anything is written.',
  arguments: {
    one: { count: 'one', summary: 'a folder, a .tar.zst, a .tgz or oci://HOST/REPOSITORY:TAG' },
    other: { count: 'one', summary: 'another one' },
  },
  options: {
    folder: { kind: 'text', value: 'FOLDER', summary: 'where to; an empty folder' },
    name: { kind: 'text', value: 'NAME', summary: 'the name of the result; merged unless given' },
    'package-version': {
      kind: 'text',
      value: 'VERSION',
      summary: 'its version; 0.1.0 unless given',
    },
    output: textOrJsonOption('a line, or an object for programs'),
    ...connectionOptions,
  },
  examples: ['expansion merge base.tar.zst shop.tar.zst --folder ./both --name both'],
} as const satisfies CommandSpec

export interface Options {
  readonly one: string
  readonly other: string
  readonly folder: string
  readonly name: string
  readonly version: string
  readonly output: 'text' | 'json'
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { folder, name, output } = given.options
  if (!folder) return new UsageError('missing-value', '--folder: wanted where the result goes')
  const version = given.options['package-version'] || '0.1.0'
  const connection = connectionOf(given.options)
  return { ...given.arguments, folder, name: name || 'merged', version, output, connection }
}

export async function run(
  { one, other, folder: given, name, version, output, connection }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = resolve(given)
  if ((await readdir(folder).catch(() => [])).length > 0) {
    throw new PlainError(`${folder} is not empty: nothing in it is overwritten`)
  }
  await withWorkspace(async (workspace) => {
    const open = async (path: string, below: string) => {
      const own = join(workspace, below)
      await mkdir(own)
      return await openGiven(path, own, { connection, ports }, signal)
    }
    const [a, b] = [await open(one, 'one'), await open(other, 'other')]
    await mergePackages(a, b, { name, version, folder, workspace }, signal)
  })
  const text = `merged into ${folder}\nnext: outrigger expansion build ${given}\n`
  io.stdout.write(output === 'json' ? `${JSON.stringify({ folder, name, version })}\n` : text)
  return 'done'
}
