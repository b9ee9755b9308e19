import { type Change, followObjects } from '../../kube/watch/follow-objects.ts'
import { type KubeObject, nameOf, textAt, uidOf } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  type OpenCluster,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import { formatTable } from '../output/table.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import { type EventRequest, eventColumns, eventSelection, eventsOf, isAbout } from './events-of.ts'
import type { KindView } from './kind-view.ts'

interface EventsOptions extends EventRequest {
  readonly watch: boolean
  readonly output: OutputFormat
  readonly cluster: ClusterChoice
}

/** `events`: the events of objects of a kind. */
export function eventsVerb(view: KindView) {
  const { noun } = view
  const command = {
    arguments: { name: { count: 'at-most-one', summary: `the ${noun}; all unless given` } },
    options: {
      'all-namespaces': { kind: 'switch', short: 'A', summary: 'those of all namespaces' },
      watch: { kind: 'switch', short: 'w', summary: 'go on and print new ones until interrupted' },
      output: outputOption,
      ...clusterOptions,
    },
    examples: [`${noun} events web`, `${noun} events -A -w`],
  } as const satisfies CommandSpec
  return defineVerb<EventsOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const { options } = given
      return {
        name: given.arguments.name,
        everywhere: options['all-namespaces'],
        watch: options.watch,
        output: options.output,
        cluster: clusterChoiceOf(options),
      }
    },
    run: async (options, ports, io, signal) => {
      await withCluster(options.cluster, { ports, io }, async (cluster) => {
        const events = await eventsOf(view, options, cluster, signal)
        const isTable = options.output === 'table' || options.output === 'wide'
        if (events.length === 0 && isTable && !options.watch) {
          io.stderr.write('there are no events\n')
          return
        }
        await printResult(
          {
            noun: 'event',
            name: nameOf,
            columns: eventColumns(view, Date.now()),
            rows: events,
            value: events as unknown as Plain,
          },
          options.output,
          io,
        )
        if (options.watch) await printNew(view, { options, events }, { cluster, io }, signal)
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

async function printNew(
  view: KindView,
  { options, events }: { readonly options: EventsOptions; readonly events: readonly KubeObject[] },
  { cluster, io }: { readonly cluster: OpenCluster; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  const known = new Set(events.map(versionOf))
  const selection = eventSelection(view, options, cluster)
  for await (const change of followObjects(cluster.client, selection, {}, signal)) {
    const told = objectsIn(change).filter((one) => isAbout(one, view, options))
    const fresh = told.filter((one) => !known.has(versionOf(one)))
    for (const one of fresh) known.add(versionOf(one))
    const table = formatTable(eventColumns(view, Date.now()), fresh, 'table')
    io.stdout.write(table.slice(table.indexOf('\n') + 1))
  }
}

function objectsIn(change: Change): readonly KubeObject[] {
  if (change.type === 'replaced') return change.objects
  if (change.type === 'quiet') return []
  return change.events.filter(({ type }) => type !== 'deleted').map(({ object }) => object)
}

function versionOf(event: KubeObject): string {
  return `${uidOf(event)}@${textAt(event, ['metadata', 'resourceVersion'])}`
}
