import { getObject } from '../../kube/objects/get-object.ts'
import { changeObject } from '../../actions/changes/change-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { editObject } from '../../actions/changes/edit-object.ts'
import { actionTarget, explainMissingKinds, targetOf } from '../kind/objects-of.ts'
import { untilChanged, untilReady } from '../../actions/wait/await-state.ts'
import { refuseUndone } from '../kind/edit/refuse-undone.ts'
import { untilFulfilled, waitFor } from '../kind/wait-for.ts'
import { pluginValueOptions } from '../plugin/values/given-values.ts'
import {
  type SetRequest,
  changedValues,
  setOptions,
  setRequestOf,
} from '../plugin/values/set-values.ts'
import { heldText } from '../plugin/held-text.ts'
import { pluginView } from '../plugin/plugin-view.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceValueFields, instanceView } from './instance-view.ts'

export const command = {
  description:
    'Changes the parameters or the version of an instance; its release follows. Parameters that are text keep their comments and order.',
  arguments: {
    name: { count: 'one', summary: 'the instance' },
    value: { count: 'any', summary: 'PATH=VALUE, as --set; null takes the parameter out' },
  },
  options: {
    ...pluginValueOptions,
    version: {
      kind: 'text',
      value: 'RANGE',
      summary: 'which version of the extension; what `available` says takes that',
    },
    ...setOptions,
  },
  examples: ['instance set metrics replicas=3', 'instance set metrics --version 2.1.0 --wait'],
} as const satisfies CommandSpec

export type Options = SetRequest

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { version } = given.options
  return setRequestOf(given, version === undefined ? {} : { version })
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
      ...changedValues(instance, options.values, instanceValueFields),
    })
    const target = actionTarget(instanceView, name, cluster)
    const written = await explainMissingKinds(() => editObject(target, specOf, {}, signal))
    if (options.unpin) await changeObject(target, 'unpin', {}, signal)
    const plugin = await getObject(cluster.client, targetOf(pluginView, name, cluster), {}, signal)
    io.stdout.write(`instance/${name} changed${heldText(plugin, `instance set ${name} --unpin`)}\n`)
    const waiting = { names: [name], desired: untilChanged, timeout, quiet }
    // The pin is a field of the Plugin: the instance may not know yet that it is gone.
    if (wait && options.unpin) await untilFulfilled(pluginView, waiting, { cluster, io }, signal)
    const desired = options.unpin ? untilReady : untilChanged
    const confirm = () => refuseUndone(instanceView, written, cluster, signal)
    if (wait) await waitFor(instanceView, { ...waiting, desired, confirm }, { cluster, io }, signal)
  })
  return 'done'
}
