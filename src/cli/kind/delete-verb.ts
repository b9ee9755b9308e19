import { resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { type OpenCluster, clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec, OptionSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type Waiting, waitOptions, waitingOf } from './waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { oneObject, targetOf } from './objects-of.ts'
import { waitFor } from './wait-for.ts'

interface DeleteOptions extends Waiting {
  readonly force: boolean
  readonly names: readonly string[]
  readonly orphan: boolean
}

const orphanOption = {
  orphan: { kind: 'switch', summary: 'leave the release and its objects on the cluster' },
} as const satisfies Record<string, OptionSpec>

const forceOption = {
  force: { kind: 'switch', summary: 'also when something is left behind' },
} as const satisfies Record<string, OptionSpec>

/**
 * The objects that deleting an object would leave behind for good: why it is refused, or what is
 * told when it is forced.
 */
export interface LeftBehind {
  /** Absent where it is reported and not refused. */
  readonly refusal?: string
  readonly notice: string
}

export interface DeleteChoices {
  /** Whether `--orphan` leaves what an object, or its Plugin of the same name, has installed. */
  readonly orphans: 'can' | 'cannot'
  /** Whether `--wait` waits for everything that the release made, too. */
  readonly children?: 'waited-for' | 'left-alone'
  /** Whether a deletion can be refused, so that `--force` is needed. */
  readonly refusals?: 'can be' | 'never'
  readonly leavesBehind?: (
    name: string,
    cluster: OpenCluster,
    signal: AbortSignal,
  ) => Promise<LeftBehind | undefined>
}

const foreground = { propagation: 'Foreground' } as const

/** `delete`: what a kind does when one of its objects goes is the operator's to do. */
export function deleteVerb(
  view: KindView,
  { orphans, leavesBehind, refusals = 'can be', children = 'left-alone' }: DeleteChoices,
) {
  const { noun } = view
  const command = {
    arguments: { name: { count: 'any', summary: `the ${noun}` } },
    options: {
      ...(orphans === 'can' ? orphanOption : {}),
      ...(leavesBehind === undefined || refusals === 'never' ? {} : forceOption),
      ...waitOptions,
      ...clusterOptions,
    },
    examples: [`${noun} delete web`, `${noun} delete web --wait`],
  } satisfies CommandSpec
  return defineVerb<DeleteOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const options = given.options as typeof given.options & Record<string, unknown>
      const waiting = waitingOf(options)
      if (waiting instanceof UsageError) return waiting
      const names = given.arguments.name
      if (names.length === 0)
        return new UsageError('missing-argument', 'argument <name> is missing')
      return {
        names,
        orphan: options['orphan'] === true,
        force: options['force'] === true,
        ...waiting,
      }
    },
    run: async (options, ports, io, signal) => {
      const { names, orphan, force, wait, timeout, quiet } = options
      await withCluster(options.cluster, { ports, io }, async (cluster) => {
        for (const name of names) {
          await oneObject(view, name, cluster, signal)
          const left = await leavesBehind?.(name, cluster, signal)
          if (left?.refusal !== undefined && !force) throw new PlainError(left.refusal)
          if (orphan) await orphanPlugin(name, cluster, signal)
          const target = targetOf(view, name, cluster)
          // Somebody who waits wants pods and all to be gone then.
          const how = wait && children === 'waited-for' ? foreground : {}
          await deleteObject(cluster.client, target, how, signal)
          io.stdout.write(`${noun}/${name} ${wait ? 'is being deleted' : 'deleted'}\n`)
          if (left !== undefined) io.stderr.write(`${left.notice}\n`)
        }
        const desired = { is: 'deleted' } as const
        if (wait) await waitFor(view, { names, desired, timeout, quiet }, { cluster, io }, signal)
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

// An instance has installed what its Plugin has; one without a Plugin has nothing to leave.
async function orphanPlugin(
  name: string,
  { client, namespace }: OpenCluster,
  signal: AbortSignal,
): Promise<void> {
  const target = { resource: resourceOf(pluginKind), namespace, name }
  const patch = { type: 'merge', patch: { spec: { deletion: 'orphan' } } } as const
  try {
    await patchObject(client, target, patch, {}, signal)
  } catch (error) {
    if (!isKubeError(error, 'not-found')) throw error
  }
}
