import type { CommandSpec } from '../../command-spec.ts'
import { lookArguments, lookOptions } from '../read-release.ts'
import { hooksText } from '../print/status-text.ts'
import { parseLook, printsText } from './text-verb.ts'

export const command = {
  description: 'Prints the hooks of a release as they were rendered, as helm get hooks does.',
  arguments: lookArguments,
  options: lookOptions,
  examples: ['get hooks web', 'release get hooks web --revision 2'],
} as const satisfies CommandSpec

export const parse = parseLook

export const run = printsText(({ hooks }) => hooksText(hooks))
