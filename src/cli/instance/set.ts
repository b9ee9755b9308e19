import { getObject } from '../../kube/get-object.ts'
import { patchObject } from '../../kube/patch-object.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import { isJsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  type OpenCluster,
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
import { targetOf } from '../kind/objects-of.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { untilReady, waitFor } from '../kind/wait-for.ts'
import { editValuesObject } from '../plugin/edit-values-object.ts'
import {
  type GivenValues,
  givenValuesOf,
  pluginValueOptions,
  valuesTextOf,
} from '../plugin/given-values.ts'
import { pluginView } from '../plugin/plugin-view.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceView } from './instance-view.ts'

export const command = {
  description:
    'Changes the parameters or the version of an instance; its release follows. Parameters that are text keep their comments and order.',
  arguments: {
    name: { count: 'one', summary: 'the instance' },
    value: { count: 'any', summary: 'PATH=VALUE, as --set' },
  },
  options: {
    ...pluginValueOptions,
    version: {
      kind: 'text',
      value: 'RANGE',
      summary: 'which version of the extension; what `available` says takes that',
    },
    unpin: { kind: 'switch', summary: 'let go of the revision that a rollback held' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: ['instance set metrics replicas=3', 'instance set metrics --version 2.1.0 --wait'],
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
  const fields = options.version === undefined ? {} : { version: options.version }
  const values = givenValuesOf({ ...options, set: [...value, ...options.set] })
  const isNothing = values.files.length === 0 && values.edits.length === 0
  if (isNothing && options.version === undefined && !options.unpin) {
    return new UsageError('missing-argument', 'nothing to set: give PATH=VALUE, -f or --version')
  }
  const { wait, quiet, unpin } = options
  return { name, fields, values, unpin, wait, timeout, quiet, cluster: clusterChoiceOf(options) }
}

export const complete = completeNames(instanceView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, wait, timeout, quiet } = options
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const specOf = (instance: KubeObject) => ({
      ...options.fields,
      ...parameterFields(instance, options.values),
    })
    await editObject(instanceView, name, specOf, cluster, signal)
    if (options.unpin) {
      const pinned = targetOf(pluginView, name, cluster)
      const free = { type: 'merge', patch: { spec: { pin: null } } } as const
      await patchObject(cluster.client, pinned, free, {}, signal)
    }
    const held = options.unpin ? undefined : await pinOf(name, cluster, signal)
    const but =
      held && `; revision ${held} is held by a rollback until instance set ${name} --unpin`
    io.stdout.write(`instance/${name} changed${but ?? ''}\n`)
    const waiting = { names: [name], wish: untilReady, timeout, quiet }
    if (wait) await waitFor(instanceView, waiting, cluster, io, signal)
    // What is let go of is a field of the Plugin: the instance may not have heard of it.
    if (wait && options.unpin) await waitFor(pluginView, waiting, cluster, io, signal)
  })
  return 'done'
}

async function pinOf(
  name: string,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await getObject(cluster.client, targetOf(pluginView, name, cluster), {}, signal)
  const pin = found && readPath(found, ['spec', 'pin'])
  return typeof pin === 'number' ? String(pin) : undefined
}

/** Text stays text, an object stays an object; what has neither gets text. */
function parameterFields(instance: KubeObject, values: GivenValues): Record<string, Json> {
  if (values.files.length === 0 && values.edits.length === 0) return {}
  const object = readPath(instance, ['spec', 'parameters'])
  if (isJsonObject(object) && values.files.length === 0) {
    return { parameters: editValuesObject(object, values.edits) }
  }
  const before = textAt(instance, ['spec', 'parametersText'])
  const parametersText = valuesTextOf(before, values)
  return { parametersText, ...(object === undefined ? {} : { parameters: null }) }
}
