import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import { paint } from '../colour.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { formatTable } from '../output/table.ts'
import { readArguments } from '../read-arguments.ts'
import { adviceFor, meaningOf } from './advice.ts'
import { ageOf } from './age.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import { eventColumns, eventsOf } from './events-of.ts'
import { failureText } from './failure-text.ts'
import type { KindView } from './kind-view.ts'
import { oneObject } from './objects-of.ts'
import { readyOf } from './print-objects.ts'

interface DescribeOptions {
  readonly name: string
  readonly cluster: ClusterChoice
}

const mostEvents = 12

/** `describe`: how an object stands, in words, what to do about it, and its events. */
export function describeVerb(view: KindView) {
  const { noun } = view
  const command = {
    arguments: { name: { count: 'one', summary: `the ${noun}` } },
    options: clusterOptions,
    examples: [`${noun} describe web`],
  } as const satisfies CommandSpec
  return defineVerb<DescribeOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      return { name: given.arguments.name, cluster: clusterChoiceOf(given.options) }
    },
    run: async ({ name, cluster: choice }, ports, io, signal) => {
      await withCluster(choice, { ports, io }, async (cluster) => {
        const object = await oneObject(view, name, cluster, signal)
        const request = { name, of: object, everywhere: false }
        const events = await eventsOf(view, request, cluster, signal)
        const failure = await failureText(object, cluster.client, signal)
        io.stdout.write(describe(view, object, { events, failure }, io))
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

interface Told {
  readonly events: readonly KubeObject[]
  /** The whole text of a failure; empty when the status tells it. */
  readonly failure: string
}

function describe(view: KindView, object: KubeObject, { events, failure }: Told, io: Io): string {
  const now = Date.now()
  const { reason, message } = readyOf(object)
  const namespace = namespaceOf(object)
  const what = namespace === '' ? nameOf(object) : `${namespace}/${nameOf(object)}`
  const facts: readonly (readonly [string, string])[] = [
    ['State', stateOf(object, io)],
    ['Because', message === '' ? meaningOf(reason) : message],
    ['In full', failure],
    ['What to do', adviceFor(reason, view.noun, nameOf(object))],
    ...view.facts(object),
    ['Age', ageOf(textAt(object, ['metadata', 'creationTimestamp']), now)],
  ]
  return [
    `${paint(`${view.definition.kind} ${what}`, 'bold', io.stdout)}\n`,
    factLines(facts),
    section('Conditions', conditionTable(object, now), io),
    section('Events', eventTable(view, events.slice(-mostEvents), now), io),
  ].join('')
}

function stateOf(object: KubeObject, io: Io): string {
  const { status, reason } = readyOf(object)
  const style = status === 'True' ? 'green' : status === 'False' ? 'yellow' : 'dim'
  const text = { True: 'ready', False: 'not ready' }[status] ?? 'unknown'
  return paint(reason === '' ? text : `${text} (${reason})`, style, io.stdout)
}

/** Words and what they stand for, one below the other; what is empty is left out. */
function factLines(facts: readonly (readonly [string, string])[]): string {
  const shown = facts.filter(([, value]) => value !== '')
  const widest = Math.max(0, ...shown.map(([word]) => word.length))
  return shown
    .map(([word, value]) => {
      const indent = `\n${' '.repeat(widest + 4)}`
      return `  ${word.padEnd(widest)}  ${value.replaceAll('\n', indent)}\n`
    })
    .join('')
}

function section(title: string, text: string, io: Io): string {
  if (text === '') return ''
  const indented = text.replaceAll(/^(?=.)/gm, '  ')
  return `\n${paint(title, 'bold', io.stdout)}\n${indented}`
}

function conditionTable(object: KubeObject, now: number): string {
  const conditions = listAt(object, ['status', 'conditions'])
  const columns = [
    { header: 'type', cell: textOf('type') },
    { header: 'status', cell: textOf('status') },
    { header: 'reason', cell: textOf('reason') },
    { header: 'since', cell: (one: Json) => ageOf(textAt(one, ['lastTransitionTime']), now) },
    { header: 'message', cell: textOf('message') },
  ]
  return conditions.length === 0 ? '' : formatTable(columns, conditions, 'table')
}

function textOf(field: string): (one: Json) => string {
  return (one) => textAt(one, [field])
}

function eventTable(view: KindView, events: readonly KubeObject[], now: number): string {
  return events.length === 0 ? '' : formatTable(eventColumns(view, now), events, 'table')
}
