import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'
import type { CarryOnOptions } from './carry-on-site.ts'
import { expansionOption, findSite, outputOption, siteArgument } from './site-options.ts'

/** The options of every verb that carries an installation on. */
export const installOptions = {
  ...expansionOption,
  verbose: {
    kind: 'switch',
    short: 'v',
    summary: 'tell every condition and what scripts print, secrets masked',
  },
  ...outputOption,
  ...connectionOptions,
} as const satisfies Record<string, OptionSpec>

/** The same as a user gave them. */
export interface InstallChoice {
  readonly site: string | undefined
  readonly expansion: string | undefined
  readonly verbose: boolean
  readonly output: 'text' | 'json'
  readonly connection: Connection
}

const shape = { arguments: siteArgument, options: installOptions, examples: [] } as const

/** The `parse` of those verbs. */
export function parseInstall(argv: readonly string[]): InstallChoice | UsageError {
  const given = readArguments(shape, argv)
  if (given instanceof UsageError) return given
  const { expansion, verbose, output } = given.options
  const connection = connectionOf(given.options)
  return { site: given.arguments.site, expansion, verbose, output, connection }
}

export function carryOnOptionsOf(choice: InstallChoice): Omit<CarryOnOptions, 'mayUpgrade'> {
  const { site, expansion, verbose, output, connection } = choice
  return {
    paths: findSite(site),
    expansion: { named: expansion, connection },
    output,
    verbose: verbose ? 'all' : 'steps',
  }
}
