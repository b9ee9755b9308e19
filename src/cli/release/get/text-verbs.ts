import type { ReleaseRecord } from '../../../release/release.ts'
import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Ports, Verb } from '../../verb.ts'
import { zoneOf } from '../print/release-time.ts'
import { hooksText, statusText } from '../print/status-text.ts'
import { type Look, lookArguments, lookOf, lookOptions, readRelease } from '../read-release.ts'

/** `get all` */
export const allVerb = textVerb({
  description: 'Prints all that is recorded of a release, as helm get all does.',
  examples: ['get all web', 'release get all web --revision 2'],
  text: (record, { environment }) =>
    statusText(record, zoneOf(environment), { detail: 'all', notes: 'shown' }),
})

/** `get manifest` */
export const manifestVerb = textVerb({
  description: 'Prints the objects of a release as they were rendered, as helm get manifest does.',
  examples: ['get manifest web', 'release get manifest web --revision 2'],
  text: ({ manifest }) => `${manifest ?? ''}\n`,
})

/** `get hooks` */
export const hooksVerb = textVerb({
  description: 'Prints the hooks of a release as they were rendered, as helm get hooks does.',
  examples: ['get hooks web', 'release get hooks web --revision 2'],
  text: ({ hooks }) => hooksText(hooks),
})

/** `get notes` */
export const notesVerb = textVerb({
  description: 'Prints the notes of a release, as helm get notes does.',
  examples: ['get notes web', 'release get notes web --revision 2'],
  text: ({ info }) => (info.notes ? `NOTES:\n${info.notes}\n` : ''),
})

/** A verb that prints one text of a record. */
function textVerb({
  text,
  ...about
}: Pick<CommandSpec, 'description' | 'examples'> & {
  readonly text: (record: ReleaseRecord, ports: Ports) => string
}): Verb {
  const command = {
    ...about,
    arguments: lookArguments,
    options: lookOptions,
  } as const satisfies CommandSpec
  return {
    command,
    parse: (argv: readonly string[]) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      return lookOf(given.arguments.release, given.options)
    },
    run: async (options: Look, ports: Ports, io: Io, signal: AbortSignal) => {
      const { record } = await readRelease(options, { ports, io }, signal)
      io.stdout.write(text(record, ports))
      return 'done'
    },
  }
}
