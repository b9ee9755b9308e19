import type { ReleaseRecord } from '../../../release/release.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Outcome, Ports } from '../../verb.ts'
import { type Look, lookArguments, lookOf, lookOptions, readRelease } from '../read-release.ts'

const shape = { arguments: lookArguments, options: lookOptions, examples: [] } as const

/** The command line of a verb that prints one text of a record. */
export function parseLook(argv: readonly string[]): Look | UsageError {
  const given = readArguments(shape, argv)
  if (given instanceof UsageError) return given
  return lookOf(given.arguments.release, given.options)
}

/** Runs such a verb. */
export function printsText(text: (record: ReleaseRecord, ports: Ports) => string) {
  return async (options: Look, ports: Ports, io: Io, signal: AbortSignal): Promise<Outcome> => {
    const { record } = await readRelease(options, { ports, io }, signal)
    io.stdout.write(text(record, ports))
    return 'done'
  }
}
