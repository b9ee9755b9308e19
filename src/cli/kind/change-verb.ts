import { type SimpleChange, changeObject } from '../../actions/changes/change-object.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { waitOptions } from './look-options.ts'
import { actionTarget, explainMissingKinds } from './objects-of.ts'
import { readTimeout } from './read-timeout.ts'
import { type DesiredState } from '../../actions/wait/await-state.ts'
import { waitFor } from './wait-for.ts'

/** One small change that needs no more than the names of objects. */
export interface Change {
  /** The word of the command line, and what is printed afterwards. */
  readonly verb: SimpleChange
  readonly done: string
  readonly description: string
  /** The state that `--wait` waits for. */
  readonly desired: DesiredState
}

interface ChangeOptions {
  readonly names: readonly string[]
  readonly wait: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

/** Enabling, disabling, retrying: one merge patch for each name. */
export function changeVerb(view: KindView, change: Change) {
  const { noun } = view
  const command = {
    description: change.description,
    arguments: { name: { count: 'any', summary: `the ${noun}` } },
    options: { ...waitOptions, ...clusterOptions },
    examples: [`${noun} ${change.verb} web`, `${noun} ${change.verb} web --wait`],
  } as const satisfies CommandSpec
  return defineVerb<ChangeOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const timeout = readTimeout(given.options.timeout)
      if (timeout instanceof UsageError) return timeout
      const names = given.arguments.name
      if (names.length === 0)
        return new UsageError('missing-argument', 'argument <name> is missing')
      const { wait, quiet } = given.options
      return { names, wait, timeout, quiet, cluster: clusterChoiceOf(given.options) }
    },
    run: async ({ names, wait, timeout, quiet, cluster: choice }, ports, io, signal) => {
      await withCluster(choice, { ports, io }, async (cluster) => {
        for (const name of names) {
          const target = actionTarget(view, name, cluster)
          await explainMissingKinds(() => changeObject(target, change.verb, {}, signal))
          io.stdout.write(`${noun}/${name} ${change.done}\n`)
        }
        if (wait)
          await waitFor(
            view,
            { names, desired: change.desired, timeout, quiet },
            { cluster, io },
            signal,
          )
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}
