import type { CommandSpec } from '../command-spec.ts'
import type { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports, Verb } from '../verb.ts'

/** A verb that several nouns share; what `parse` gives is what `run` takes. */
export function defineVerb<Options>(verb: {
  readonly command: CommandSpec
  readonly parse: (argv: readonly string[]) => Options | UsageError
  readonly run: (options: Options, ports: Ports, io: Io, signal: AbortSignal) => Promise<Outcome>
  readonly complete: NonNullable<Verb['complete']>
}): Required<Verb> {
  return verb
}
