import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import type { CarryOnOptions } from './carry-on-site.ts'
import { expansionOption, findSite, outputOption } from './site-options.ts'

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

type Flags = Parameters<typeof connectionOf>[0] & {
  readonly expansion: string | undefined
  readonly verbose: boolean
  readonly output: 'text' | 'json'
}

export function installChoiceOf(site: string | undefined, options: Flags): InstallChoice {
  const { expansion, verbose, output } = options
  return { site, expansion, verbose, output, connection: connectionOf(options) }
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
