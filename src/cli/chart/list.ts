import { develRange } from '../../sources/repository/choose-version.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { locationOptions } from '../options/helm-locations.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { completeRepository } from './complete-chart.ts'
import { type ChartQuestion, printCharts } from './print/print-charts.ts'
import { readWidth, widthOption } from './print/width-option.ts'
import { platformOptions, platformQuestionOf } from './sources/platform-options.ts'

export const command = {
  description:
    'Lists the charts of repositories that were added, from their cached indexes. With --platform, or when a cluster is named, it asks the catalogue of the platform there instead.',
  arguments: { repository: { count: 'any', summary: 'whose charts; those of all unless given' } },
  options: {
    versions: { kind: 'switch', short: 'l', summary: 'print every version on a line of its own' },
    devel: { kind: 'switch', summary: 'pre-releases too' },
    'max-col-width': widthOption(50),
    output: helmOutputOption,
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
    ...platformOptions,
  },
  examples: [
    'chart list',
    'chart list example --versions',
    'chart list --platform --category monitoring',
  ],
} as const satisfies CommandSpec

export interface Options extends ChartQuestion {
  readonly repositories: readonly string[]
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const maxWidth = readWidth(options['max-col-width'], 50)
  if (maxWidth instanceof UsageError) return maxWidth
  return {
    repositories: given.arguments.repository,
    search: {
      range: options.devel ? develRange : '>0.0.0',
      versions: options.versions ? 'all' : 'best',
    },
    printing: { output: options.output, maxWidth, whenNone: 'say' },
    locations: options,
    platform: platformQuestionOf(options, {
      repositories: given.arguments.repository,
      prereleases: options.devel,
    }),
  }
}

export const complete = completeRepository

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const choose = async (known: readonly string[]) => {
    const unknown = options.repositories.find((name) => !known.includes(name))
    if (unknown !== undefined) throw new PlainError(`repo ${unknown} not found`)
    const names = options.repositories.length === 0 ? known : options.repositories
    return { names, match: undefined }
  }
  await printCharts(options, choose, { ports, io }, signal)
  return 'done'
}
