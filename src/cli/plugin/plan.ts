import { planOfPlugin } from '../../actions/plugins/plugin-plan.ts'
import { parsePlugin } from '../../kinds/plugin.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { heldText } from './held-text.ts'
import { pluginValueFields, pluginView } from './plugin-view.ts'
import { type PlanChange, planChangeOf, plannedOptions, printPlanned } from './print-planned.ts'
import { pluginSourceOptions, sourceFieldsOf } from './source-options.ts'
import { pluginValueOptions, unsetOption } from './values/given-values.ts'

export const command = {
  description:
    'Prints what the operator would change next for a plugin, or what it would change after "plugin set" with the same words: objects field by field, hooks, images, conflicts and whatever stands in the way. Changes nothing. Secrets are masked.',
  arguments: {
    name: { count: 'one', summary: 'the plugin' },
    value: { count: 'any', summary: 'PATH=VALUE, as for "plugin set"' },
  },
  options: { ...pluginValueOptions, ...pluginSourceOptions, ...unsetOption, ...plannedOptions },
  examples: [
    'plugin plan web',
    'plugin plan web replicas=3 --exit-code',
    'plugin plan web --version ^2.0 -f values.yaml -o json',
  ],
} as const satisfies CommandSpec

export type Options = PlanChange

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return planChangeOf(given, sourceFieldsOf(given.options))
}

export const complete = completeNames(pluginView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const kind = {
    view: pluginView,
    valueFields: pluginValueFields,
    parse: parsePlugin,
    plan: planOfPlugin,
    noteOf: (object: KubeObject) => heldText(object, `plugin set ${options.name} --unpin`),
  }
  return await printPlanned(kind, options, { ports, io }, signal)
}
