import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { waitOptions } from './look-options.ts'
import { readTimeout } from './read-timeout.ts'
import { type Waiting, type Wish, untilReady, waitFor } from './wait-for.ts'

interface WaitOptions extends Waiting {
  readonly cluster: ClusterChoice
}

/** `wait`: until objects are ready, or gone, or in a condition. */
export function waitVerb(view: KindView) {
  const { noun } = view
  const command = {
    description:
      'Waits by a watch: it ends the moment it is so, and says on the way what is missing.',
    arguments: { name: { count: 'any', summary: `the ${noun}` } },
    options: {
      for: {
        kind: 'text',
        value: 'WHAT',
        summary: 'ready (unless given), deleted, or a condition such as Installed or Healthy=False',
      },
      timeout: waitOptions.timeout,
      quiet: waitOptions.quiet,
      ...clusterOptions,
    },
    examples: [`${noun} wait web`, `${noun} wait web --for deleted --timeout 1m`],
  } as const satisfies CommandSpec
  return defineVerb<WaitOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const timeout = readTimeout(given.options.timeout)
      if (timeout instanceof UsageError) return timeout
      const names = given.arguments.name
      if (names.length === 0)
        return new UsageError('missing-argument', 'argument <name> is missing')
      const wish = readWish(given.options.for ?? 'ready')
      const { quiet } = given.options
      return { names, wish, timeout, quiet, cluster: clusterChoiceOf(given.options) }
    },
    run: async (options, ports, io, signal) => {
      await withCluster(options.cluster, { ports, io }, async (cluster) => {
        await waitFor(view, options, cluster, io, signal)
      })
      const done = doneText(options.wish)
      for (const name of options.names) io.stdout.write(`${noun}/${name} ${done}\n`)
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

function readWish(text: string): Wish {
  if (text.toLowerCase() === 'ready') return untilReady
  if (text.toLowerCase() === 'deleted') return { is: 'deleted' }
  const [type = '', status = 'True'] = text.replace(/^condition=/, '').split('=')
  return { is: 'condition', type: type.charAt(0).toUpperCase() + type.slice(1), status }
}

function doneText(wish: Wish): string {
  if (wish.is === 'deleted') return 'deleted'
  return wish.status === 'True' ? wish.type.toLowerCase() : `${wish.type}=${wish.status}`
}
