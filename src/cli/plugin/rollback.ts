import { rollBack } from '../../actions/changes/roll-back.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { actionTarget, explainMissingKinds } from '../kind/objects-of.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { waitFor } from '../kind/wait-for.ts'
import { waitOptions } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { recordsOf } from '../release/read-release.ts'
import type { Outcome, Ports } from '../verb.ts'
import { pluginView } from './plugin-view.ts'
import { type RollbackChoice, rollbackChoiceOf, rollbackRevision } from './rollback-choice.ts'

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

export interface Options extends RollbackChoice {
  readonly how: 'pin' | 'rewrite'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const choice = rollbackChoiceOf(given)
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
  const { name, wait, timeout, quiet } = options
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const target = actionTarget(pluginView, name, cluster)
    const { how } = options
    const records = recordsOf({ ports, io })
    const revision = await explainMissingKinds(() =>
      rollBack(target, { revision: options.revision, how }, records, signal),
    )
    const held = how === 'pin' ? ` and is held there; plugin set ${name} --unpin lets go` : ''
    io.stdout.write(`plugin/${name} goes back to revision ${revision}${held}\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(pluginView, waiting, { cluster, io }, signal)
  })
  return 'done'
}
