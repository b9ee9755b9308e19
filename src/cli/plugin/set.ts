import type { Json } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { heldText } from './held-text.ts'
import { editObject } from '../../actions/changes/edit-object.ts'
import { actionTarget, explainMissingKinds } from '../kind/objects-of.ts'
import { untilChanged } from '../../actions/wait/await-state.ts'
import { refuseUndone } from '../kind/edit/refuse-undone.ts'
import { waitFor } from '../kind/wait-for.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { pluginValueOptions } from './values/given-values.ts'
import { type SetRequest, changedValues, setOptions, setRequestOf } from './values/set-values.ts'
import { pluginValueFields, pluginView } from './plugin-view.ts'
import { pluginSourceOptions, sourceFieldsOf } from './source-options.ts'

export const command = {
  description:
    'Changes a plugin; its release follows. Values that are text keep their comments and order: only the lines that change are touched.',
  arguments: {
    name: { count: 'one', summary: 'the plugin' },
    value: {
      count: 'any',
      summary: 'PATH=VALUE, as --set; null takes the default of the chart away',
    },
  },
  options: {
    ...pluginValueOptions,
    ...pluginSourceOptions,
    ...setOptions,
  },
  examples: [
    'plugin set web replicas=3',
    'plugin set web --unset image.tag',
    'plugin set web --version ^2.0 -f values.yaml --wait',
  ],
} as const satisfies CommandSpec

export type Options = SetRequest

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return setRequestOf(given, sourceFieldsOf(given.options))
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
    const target = actionTarget(pluginView, name, cluster)
    const plugin = await explainMissingKinds(() =>
      editObject(target, (found) => specOf(found, options), {}, signal),
    )
    io.stdout.write(`plugin/${name} changed${heldText(plugin, `plugin set ${name} --unpin`)}\n`)
    const confirm = () => refuseUndone(pluginView, plugin, cluster, signal)
    const waiting = { names: [name], desired: untilChanged, timeout, quiet, confirm }
    if (wait) await waitFor(pluginView, waiting, { cluster, io }, signal)
  })
  return 'done'
}

function specOf(plugin: KubeObject, { fields, values, unpin }: Options): Record<string, Json> {
  return {
    ...fields,
    ...changedValues(plugin, values, pluginValueFields),
    ...(unpin ? { pin: null } : {}),
  }
}
