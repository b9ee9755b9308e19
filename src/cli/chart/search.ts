import { develRange } from '../../sources/repository/choose-version.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { locationOptions } from '../options/helm-locations.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Candidate, Outcome, Ports } from '../verb.ts'
import { type ChartQuestion, printCharts } from './print/print-charts.ts'
import { readWidth, widthOption } from './print/width-option.ts'
import { platformOptions, platformQuestionOf } from './sources/platform-options.ts'
import { type Match, matchText } from './sources/search-repositories.ts'

export const command = {
  description:
    'Searches the names, descriptions and keywords of charts in the repositories that were added, as helm search repo does, in their cached indexes. With --platform, or when a cluster is named, it asks the catalogue of the platform there instead.',
  arguments: { keyword: { count: 'any', summary: 'what to look for; everything unless given' } },
  options: {
    regexp: { kind: 'switch', short: 'r', summary: 'the keyword is a regular expression' },
    versions: { kind: 'switch', short: 'l', summary: 'print every version on a line of its own' },
    version: { kind: 'text', value: 'RANGE', summary: 'only versions in this range' },
    devel: { kind: 'switch', summary: "pre-releases too, as --version '>0.0.0-0' does" },
    'fail-on-no-result': { kind: 'switch', summary: 'fail when nothing is found' },
    'max-col-width': widthOption(50),
    output: helmOutputOption,
    'repository-config': locationOptions['repository-config'],
    'repository-cache': locationOptions['repository-cache'],
    ...platformOptions,
  },
  examples: [
    'search repo nginx',
    'chart search nginx --versions --version ^15.0.0 -o json',
    'chart search metrics --platform',
  ],
} as const satisfies CommandSpec

export interface Options extends ChartQuestion {
  readonly keyword: string
  readonly regexp: boolean
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const maxWidth = readWidth(options['max-col-width'], 50)
  if (maxWidth instanceof UsageError) return maxWidth
  const whenNone = options['fail-on-no-result'] ? 'fail' : 'say'
  return {
    keyword: given.arguments.keyword.join(' '),
    regexp: options.regexp,
    search: {
      range: options.version || (options.devel ? develRange : '>0.0.0'),
      versions: options.versions ? 'all' : 'best',
    },
    printing: { output: options.output, maxWidth, whenNone },
    locations: options,
    platform: platformQuestionOf(options, {
      text: given.arguments.keyword.join(' '),
      prereleases: options.devel,
    }),
  }
}

export function complete(): readonly Candidate[] {
  return []
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const choose = async (names: readonly string[]) => ({ names, match: await matchFor(options) })
  await printCharts(options, choose, { ports, io }, signal)
  return 'done'
}

async function matchFor({ keyword, regexp }: Options): Promise<Match | undefined> {
  if (keyword === '') return undefined
  if (!regexp) return matchText(keyword)
  const { compileRegexp, RegexpError } = await import('../../formats/regexp.ts')
  try {
    return compileRegexp(keyword).indexIn
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error
    throw new UsageError('bad-value', error.message)
  }
}
