import { readRepositoriesFile } from '../../sources/repository/repositories-file.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { type LocationFlags, helmLocations, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import {
  formatHelmTable,
  type HelmOutput,
  helmOutputOption,
  writeHelmData,
} from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  arguments: {},
  options: {
    'no-headers': { kind: 'switch', summary: 'leave the first line of the table out' },
    output: helmOutputOption,
    'repository-config': locationOptions['repository-config'],
  },
  examples: ['repo list', 'repo list -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly headers: 'shown' | 'hidden'
  readonly output: HelmOutput
  readonly locations: LocationFlags
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const headers = options['no-headers'] ? 'hidden' : 'shown'
  return { headers, output: options.output, locations: options }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { repositoryConfig } = helmLocations(options.locations, ports)
  const { repositories } = await readRepositoriesFile(repositoryConfig, signal)
  const shown = repositories.map(({ name, url }) => ({ name, url }))
  if (options.output !== 'table') {
    await writeHelmData(shown, options.output, io.stdout)
  } else if (shown.length === 0) {
    io.stderr.write('no repositories to show\n')
  } else {
    const rows = shown.map(({ name, url }) => [name, url])
    const table = options.headers === 'shown' ? [['NAME', 'URL'], ...rows] : rows
    io.stdout.write(formatHelmTable(table))
  }
  return 'done'
}
