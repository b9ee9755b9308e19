import { resolve } from 'node:path'
import { indexFolder } from '../../sources/repository/index/write-index.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Writes index.yaml for the packaged charts of a folder, as helm repo index does, so that a web server can serve the folder as a repository.',
  arguments: { folder: { count: 'one', summary: 'the folder of the .tgz files' } },
  options: {
    url: {
      kind: 'text',
      value: 'URL',
      summary: 'where the charts will be; beside the index unless given',
    },
    merge: {
      kind: 'text',
      value: 'FILE',
      summary: 'keep what this index has and the folder has not',
    },
    json: { kind: 'switch', summary: 'write JSON' },
  },
  examples: [
    'repo index ./charts',
    'repo index ./charts --url https://charts.example --merge old.yaml',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly folder: string
  readonly url: string
  readonly merge: string | undefined
  readonly format: 'json' | 'yaml'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { url = '', merge, json } = given.options
  const format = json ? 'json' : 'yaml'
  return { folder: given.arguments.folder, url, merge: merge || undefined, format }
}

export async function run(
  { folder, url, merge, format }: Options,
  _ports: Ports,
  _io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const options = { url, format, now: new Date(), ...(merge === undefined ? {} : { merge }) }
  await indexFolder(resolve(folder), options, signal)
  return 'done'
}
