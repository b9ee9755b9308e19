import type { CommandSpec } from '../../command-spec.ts'
import { lookArguments, lookOptions } from '../read-release.ts'
import { parseLook, printsText } from './text-verb.ts'

export const command = {
  description: 'Prints the objects of a release as they were rendered, as helm get manifest does.',
  arguments: lookArguments,
  options: lookOptions,
  examples: ['get manifest web', 'release get manifest web --revision 2'],
} as const satisfies CommandSpec

export const parse = parseLook

export const run = printsText(({ manifest }) => `${manifest ?? ''}\n`)
