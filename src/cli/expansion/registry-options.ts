import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandInput, OptionSpec } from '../command-spec.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'

/** The options of verbs that work with a registry and print a result. */
export const registryOptions = {
  output: outputOption,
  ...connectionOptions,
} as const satisfies Record<string, OptionSpec>

export interface RegistryChoice {
  readonly output: OutputFormat
  readonly connection: Connection
}

/** Reads these options. */
export function registryChoiceOf(
  options: CommandInput<{
    arguments: {}
    options: typeof registryOptions
    examples: []
  }>['options'],
): RegistryChoice {
  return { output: options.output, connection: connectionOf(options) }
}
