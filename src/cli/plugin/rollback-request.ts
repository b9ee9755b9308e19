import { rollBack } from '../../actions/changes/roll-back.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { KindView } from '../kind/kind-view.ts'
import { actionTarget, explainMissingKinds } from '../kind/objects-of.ts'
import { waitFor } from '../kind/wait-for.ts'
import { type Waiting, waitingOf } from '../kind/waiting.ts'
import { withCluster } from '../options/cluster-options.ts'
import { readCount } from '../options/read-count.ts'
import { recordsOf } from '../release/read-release.ts'
import type { Ports } from '../verb.ts'
import { pluginView } from './plugin-view.ts'

/** A rollback as it was asked for, of a plugin and of an instance alike. */
export interface RollbackRequest extends Waiting {
  readonly name: string
  /** Undefined for the last that worked. */
  readonly revision: number | undefined
}

export const rollbackRevision = {
  count: 'at-most-one',
  summary: 'which one; the last that worked unless given',
} as const

interface RollbackArguments {
  readonly arguments: { readonly name: string; readonly revision: string | undefined }
  readonly options: Parameters<typeof waitingOf>[0]
}

export function rollbackRequestOf({
  arguments: words,
  options,
}: RollbackArguments): RollbackRequest | UsageError {
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const revision = readCount('revision', words.revision, 0)
  if (revision instanceof UsageError) return revision
  return {
    name: words.name,
    revision: revision === 0 ? undefined : revision,
    ...waiting,
  }
}

/** Rolls a plugin, or that of an instance, back, and waits for the plugin, which changes first. */
export async function rollBackOne(
  view: KindView,
  {
    name,
    revision,
    how,
    wait,
    timeout,
    quiet,
    cluster: choice,
  }: RollbackRequest & {
    readonly how: 'pin' | 'rewrite'
  },
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  const { io } = context
  await withCluster(choice, context, async (cluster) => {
    const target = actionTarget(view, name, cluster)
    const version = await explainMissingKinds(() =>
      rollBack(target, { revision, how }, recordsOf(context), signal),
    )
    const held = how === 'pin' ? ` and is held there; ${view.noun} set ${name} --unpin lets go` : ''
    io.stdout.write(`${view.noun}/${name} goes back to revision ${version}${held}\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(pluginView, waiting, { cluster, io }, signal)
  })
}
