import { clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { waitOptions } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { pluginView } from './plugin-view.ts'
import {
  type RollbackRequest,
  rollBackOne,
  rollbackRequestOf,
  rollbackRevision,
} from './rollback-request.ts'

export const command = {
  description:
    'Makes an older revision of a plugin the newest again and holds it there: the plugin is pinned until "plugin set NAME --unpin".',
  arguments: {
    name: { count: 'one', summary: 'the plugin' },
    revision: rollbackRevision,
  },
  options: {
    rewrite: {
      kind: 'switch',
      summary:
        'write the version and values of that revision into the plugin instead of pinning it',
    },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'plugin rollback web',
    'plugin rollback web 3 --wait',
    'plugin rollback web --rewrite',
  ],
} as const satisfies CommandSpec

export interface Options extends RollbackRequest {
  readonly how: 'pin' | 'rewrite'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const choice = rollbackRequestOf(given)
  if (choice instanceof UsageError) return choice
  return { ...choice, how: given.options.rewrite ? 'rewrite' : 'pin' }
}

export const complete = completeNames(pluginView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  await rollBackOne(pluginView, options, { ports, io }, signal)
  return 'done'
}
