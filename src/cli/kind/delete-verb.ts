import { deleteObject } from '../../kube/delete-object.ts'
import { patchObject } from '../../kube/patch-object.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../cluster-options.ts'
import type { CommandSpec, OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { waitOptions } from './look-options.ts'
import { oneObject, targetOf } from './objects-of.ts'
import { readTimeout } from './read-timeout.ts'
import { waitFor } from './wait-for.ts'

interface DeleteOptions {
  readonly names: readonly string[]
  readonly orphan: boolean
  readonly wait: boolean
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

const orphanOption = {
  orphan: { kind: 'switch', summary: 'leave the release and its objects on the cluster' },
} as const satisfies Record<string, OptionSpec>

/** `delete`: what a kind does when one of its objects goes is the operator's to do. */
export function deleteVerb(view: KindView, what: { readonly orphans: 'can' | 'cannot' }) {
  const { noun } = view
  const command = {
    arguments: { name: { count: 'any', summary: `the ${noun}` } },
    options: {
      ...(what.orphans === 'can' ? orphanOption : {}),
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
      const timeout = readTimeout(options.timeout)
      if (timeout instanceof UsageError) return timeout
      const names = given.arguments.name
      if (names.length === 0)
        return new UsageError('missing-argument', 'argument <name> is missing')
      return {
        names,
        orphan: options['orphan'] === true,
        wait: options.wait,
        timeout,
        quiet: options.quiet,
        cluster: clusterChoiceOf(options),
      }
    },
    run: async ({ names, orphan, wait, timeout, quiet, cluster: choice }, ports, io, signal) => {
      await withCluster(choice, { ports, io }, async (cluster) => {
        for (const name of names) {
          await oneObject(view, name, cluster, signal)
          const target = targetOf(view, name, cluster)
          const spec = { deletion: 'orphan' }
          const patch = { type: 'merge', patch: { spec } } as const
          if (orphan) await patchObject(cluster.client, target, patch, {}, signal)
          await deleteObject(cluster.client, target, {}, signal)
          io.stdout.write(`${noun}/${name} ${wait ? 'is being deleted' : 'deleted'}\n`)
        }
        const wish = { is: 'deleted' } as const
        if (wait) await waitFor(view, { names, wish, timeout, quiet }, cluster, io, signal)
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}
