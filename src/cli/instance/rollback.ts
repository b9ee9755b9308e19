import { rollBack } from '../../actions/changes/roll-back.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { actionTarget, explainMissingKinds } from '../kind/objects-of.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { waitFor } from '../kind/wait-for.ts'
import { pluginView } from '../plugin/plugin-view.ts'
import {
  type RollbackChoice,
  rollbackChoiceOf,
  rollbackRevision,
} from '../plugin/rollback-choice.ts'
import { waitOptions } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { recordsOf } from '../release/read-release.ts'
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

export type Options = RollbackChoice

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : rollbackChoiceOf(given)
}

export const complete = completeNames(instanceView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, wait, timeout, quiet } = options
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const target = actionTarget(instanceView, name, cluster)
    const choice = { revision: options.revision, how: 'pin' } as const
    const version = await explainMissingKinds(() =>
      rollBack(target, choice, recordsOf({ ports, io }), signal),
    )
    const held = `is held there; instance set ${name} --unpin lets go`
    io.stdout.write(`instance/${name} goes back to revision ${version} and ${held}\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    // Of the Plugin, which hears of it first.
    if (wait) await waitFor(pluginView, waiting, { cluster, io }, signal)
  })
  return 'done'
}
