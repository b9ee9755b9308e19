import { conditionTypes } from '../../kinds/conditions.ts'
import { nameOf } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  type OpenCluster,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { lookOptions } from './look-options.ts'
import { objectsOf, oneObject } from './objects-of.ts'
import { readTimeout, waitOptions } from './waiting.ts'
import { type DesiredState, untilReady } from '../../actions/wait/await-state.ts'
import { type Waiting, untilFulfilled } from './wait-for.ts'

interface WaitOptions extends Waiting {
  /** No names: those that there are, or those of them with these labels. */
  readonly selector: string | undefined
  readonly cluster: ClusterChoice
}

/** `wait`: until objects are ready, or gone, or in a condition. */
export function waitVerb(view: KindView) {
  const { noun } = view
  const command = {
    description: 'Waits with a watch until it is so, and says on the way what is missing.',
    arguments: { name: { count: 'any', summary: `the ${noun}` } },
    options: {
      for: {
        kind: 'text',
        value: 'WHAT',
        summary: 'ready (unless given), deleted, or a condition such as Installed or Healthy=False',
        words: ['ready', 'deleted', ...Object.keys(conditionTypes)],
      },
      all: { kind: 'switch', summary: `every ${noun} that there is now` },
      selector: lookOptions.selector,
      timeout: waitOptions.timeout,
      quiet: waitOptions.quiet,
      ...clusterOptions,
    },
    examples: [
      `${noun} wait web`,
      `${noun} wait --all -q`,
      `${noun} wait web --for deleted --timeout 1m`,
    ],
  } as const satisfies CommandSpec
  return defineVerb<WaitOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const timeout = readTimeout(given.options.timeout)
      if (timeout instanceof UsageError) return timeout
      const names = given.arguments.name
      const { all, selector, quiet } = given.options
      const isChosen = all || selector !== undefined
      if (names.length === 0 && !isChosen) {
        return new UsageError('missing-argument', 'give names, --selector or --all')
      }
      if (names.length > 0 && isChosen) {
        return new UsageError('conflict', 'give either names, or --selector or --all')
      }
      const desired = readDesiredState(given.options.for ?? 'ready')
      return { names, selector, desired, timeout, quiet, cluster: clusterChoiceOf(given.options) }
    },
    run: async (options, ports, io, signal) => {
      await withCluster(options.cluster, { ports, io }, async (cluster) => {
        const names = await namesOf(view, options, cluster, signal)
        await untilFulfilled(view, { ...options, names }, { cluster, io }, signal)
        const done = doneText(options.desired)
        for (const name of names) io.stdout.write(`${noun}/${name} ${done}\n`)
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

async function namesOf(
  view: KindView,
  { names, selector, desired, cluster: choice }: WaitOptions,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // A name that does not exist is mistyped more often than it is about to come.
  if (names.length > 0) {
    if (desired.is !== 'deleted')
      await Promise.all(names.map((name) => oneObject(view, name, cluster, signal)))
    return names
  }
  const look = { names, everywhere: false, selector, cluster: choice }
  const found = (await objectsOf(view, look, cluster, signal)).map(nameOf)
  if (found.length > 0 || desired.is === 'deleted') return found
  const which = selector === undefined ? '' : ` with ${selector}`
  throw new PlainError(`there are no ${view.definition.plural}${which}`)
}

function readDesiredState(text: string): DesiredState {
  if (text.toLowerCase() === 'ready') return untilReady
  if (text.toLowerCase() === 'deleted') return { is: 'deleted' }
  const [type = '', status = 'True'] = text.replace(/^condition=/, '').split('=')
  return { is: 'condition', type: type.charAt(0).toUpperCase() + type.slice(1), status }
}

function doneText(desired: DesiredState): string {
  if (desired.is === 'deleted') return 'deleted'
  if (desired.status !== 'True') return `${desired.type}=${desired.status}`
  // `ready` and `installed` are words; `EnsureProfiles` is a name.
  return /^[A-Z][a-z]+$/.test(desired.type) ? desired.type.toLowerCase() : desired.type
}
