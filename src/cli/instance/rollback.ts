import { clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import {
  type RollbackRequest,
  rollBackOne,
  rollbackRequestOf,
  rollbackRevision,
} from '../plugin/rollback-request.ts'
import { waitOptions } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceView } from './instance-view.ts'

export const command = {
  description:
    'Makes an older revision of an instance the newest again and holds it there, whatever its extension offers, until "instance set NAME --unpin".',
  arguments: {
    name: { count: 'one', summary: 'the instance' },
    revision: rollbackRevision,
  },
  options: { ...waitOptions, ...clusterOptions },
  examples: ['instance rollback metrics', 'instance rollback metrics 3 --wait'],
} as const satisfies CommandSpec

export type Options = RollbackRequest

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : rollbackRequestOf(given)
}

export const complete = completeNames(instanceView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  await rollBackOne(instanceView, { ...options, how: 'pin' }, { ports, io }, signal)
  return 'done'
}
