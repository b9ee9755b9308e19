import type { Json, JsonObject } from '../../objects/json.ts'
import { isJsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { editObject } from '../kind/edit-object.ts'
import { waitOptions } from '../kind/look-options.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { untilReady, waitFor } from '../kind/wait-for.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { editValuesObject } from './edit-values-object.ts'
import {
  type GivenValues,
  givenValuesOf,
  pluginValueOptions,
  valuesTextOf,
} from './given-values.ts'
import { pluginView } from './plugin-view.ts'
import { pluginSourceOptions, sourceFieldsOf } from './source-options.ts'

export const command = {
  description:
    'Changes a plugin; its release follows. Values that are text keep their comments and order: only the lines that change are touched.',
  arguments: {
    name: { count: 'one', summary: 'the plugin' },
    value: { count: 'any', summary: 'PATH=VALUE, as --set' },
  },
  options: {
    ...pluginValueOptions,
    ...pluginSourceOptions,
    unpin: { kind: 'switch', summary: 'let go of the revision that a rollback held' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: ['plugin set web replicas=3', 'plugin set web --version ^2.0 -f values.yaml --wait'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly fields: JsonObject
  readonly values: GivenValues
  readonly unpin: boolean
  readonly wait: boolean
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const { name, value } = given.arguments
  const fields = sourceFieldsOf(options)
  const values = givenValuesOf({ ...options, set: [...value, ...options.set] })
  const isNothing = values.files.length === 0 && values.edits.length === 0
  if (isNothing && Object.keys(fields).length === 0 && !options.unpin) {
    return new UsageError('missing-argument', 'nothing to set: give PATH=VALUE, -f or --version')
  }
  const { unpin, wait, quiet } = options
  return { name, fields, values, unpin, wait, timeout, quiet, cluster: clusterChoiceOf(options) }
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
    await editObject(pluginView, name, (plugin) => specOf(plugin, options), cluster, signal)
    io.stdout.write(`plugin/${name} changed\n`)
    const waiting = { names: [name], wish: untilReady, timeout, quiet }
    if (wait) await waitFor(pluginView, waiting, cluster, io, signal)
  })
  return 'done'
}

function specOf(plugin: KubeObject, { fields, values, unpin }: Options): Record<string, Json> {
  return { ...fields, ...valueFields(plugin, values), ...(unpin ? { pin: null } : {}) }
}

/** Text stays text, an object stays an object; what has neither gets text. */
function valueFields(plugin: KubeObject, values: GivenValues): Record<string, Json> {
  if (values.files.length === 0 && values.edits.length === 0) return {}
  const object = readPath(plugin, ['spec', 'values'])
  if (isJsonObject(object) && values.files.length === 0) {
    return { values: editValuesObject(object, values.edits) }
  }
  const before = textAt(plugin, ['spec', 'valuesText'])
  const valuesText = valuesTextOf(before, values)
  return { valuesText, ...(object === undefined ? {} : { values: null }) }
}
