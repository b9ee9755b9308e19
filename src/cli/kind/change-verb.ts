import { type SimpleChange, changeObject } from '../../actions/changes/change-object.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { type Waiting, waitOptions, waitingOf } from './waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { actionTarget, explainMissingKinds } from './objects-of.ts'
import { untilDisabled, untilDone, untilSuspended } from '../../actions/wait/await-state.ts'
import { waitFor } from './wait-for.ts'

/** One small change that needs no more than the names of objects. */
export interface Change {
  readonly verb: SimpleChange & keyof typeof doneTexts
  readonly description: string
  /** The state that `--wait` waits for. */
  readonly until: keyof typeof desiredStates
}

const doneTexts = {
  enable: 'enabled',
  disable: 'disabled',
  retry: 'will be tried again now',
} as const

const desiredStates = { done: untilDone, disabled: untilDisabled, suspended: untilSuspended }

interface ChangeOptions extends Waiting {
  readonly names: readonly string[]
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
      const waiting = waitingOf(given.options)
      if (waiting instanceof UsageError) return waiting
      const names = given.arguments.name
      if (names.length === 0)
        return new UsageError('missing-argument', 'argument <name> is missing')
      return { names, ...waiting }
    },
    run: async ({ names, wait, timeout, quiet, cluster: choice }, ports, io, signal) => {
      await withCluster(choice, { ports, io }, async (cluster) => {
        for (const name of names) {
          const target = actionTarget(view, name, cluster)
          await explainMissingKinds(() => changeObject(target, change.verb, {}, signal))
          io.stdout.write(`${noun}/${name} ${doneTexts[change.verb]}\n`)
        }
        if (wait)
          await waitFor(
            view,
            { names, desired: desiredStates[change.until], timeout, quiet },
            { cluster, io },
            signal,
          )
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}
