import type { OptionSpec } from '../command-spec.ts'

export const outputFormats = ['table', 'wide', 'name', 'json', 'yaml'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** The option of every command that prints a result. */
export const outputOption = {
  kind: 'choice',
  short: 'o',
  value: 'format',
  choices: outputFormats,
  fallback: 'table',
  summary: 'how to print the result',
} as const satisfies OptionSpec
