import type { CommandSpec } from '../../command-spec.ts'
import { lookArguments, lookOptions } from '../read-release.ts'
import { parseLook, printsText } from './text-verb.ts'

export const command = {
  description: 'Prints the notes of a release, as helm get notes does.',
  arguments: lookArguments,
  options: lookOptions,
  examples: ['get notes web', 'release get notes web --revision 2'],
} as const satisfies CommandSpec

export const parse = parseLook

export const run = printsText(({ info }) => (info.notes ? `NOTES:\n${info.notes}\n` : ''))
