import type { CommandSpec } from '../../command-spec.ts'
import { lookArguments, lookOptions } from '../read-release.ts'
import { zoneOf } from '../print/release-time.ts'
import { statusText } from '../print/status-text.ts'
import { parseLook, printsText } from './text-verb.ts'

export const command = {
  description: 'Prints all that is recorded of a release, as helm get all does.',
  arguments: lookArguments,
  options: lookOptions,
  examples: ['get all web', 'release get all web --revision 2'],
} as const satisfies CommandSpec

export const parse = parseLook

export const run = printsText((record, { environment }) =>
  statusText(record, zoneOf(environment), { detail: 'all', notes: 'shown' }),
)
