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

/** The option of commands that print lines for people; the summary says what they print for programs. */
export function textOrJsonOption(summary: string) {
  return {
    kind: 'choice',
    short: 'o',
    value: 'format',
    choices: ['text', 'json'],
    fallback: 'text',
    summary,
  } as const satisfies OptionSpec
}
