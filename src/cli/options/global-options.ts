import type { OptionSpec } from '../command-spec.ts'

/** The options that every command has, before or after its name. */
export const globalOptions = {
  debug: { kind: 'switch', summary: 'print where an error came from' },
  help: { kind: 'switch', short: 'h', summary: 'print help for the command' },
} as const satisfies Readonly<Record<string, OptionSpec>>
