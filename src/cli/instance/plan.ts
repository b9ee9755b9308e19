import { planOfInstance } from '../../actions/plugins/instance-plan.ts'
import { parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import {
  type PlanChange,
  planChangeOf,
  plannedOptions,
  printPlanned,
} from '../plugin/print-planned.ts'
import { pluginValueOptions, unsetOption } from '../plugin/values/given-values.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceValueFields, instanceView } from './instance-view.ts'

export const command = {
  description:
    'Prints what the operator would change next for an instance, or what it would change after "instance set" with the same words. Changes nothing. Secrets are masked.',
  arguments: {
    name: { count: 'one', summary: 'the instance' },
    value: { count: 'any', summary: 'PATH=VALUE, as for "instance set"' },
  },
  options: {
    ...pluginValueOptions,
    version: { kind: 'text', value: 'RANGE', summary: 'which version of the extension' },
    ...unsetOption,
    ...plannedOptions,
  },
  examples: ['instance plan metrics replicas=3', 'instance plan metrics --version 2.1.0 -o json'],
} as const satisfies CommandSpec

export type Options = PlanChange

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { version } = given.options
  return planChangeOf(given, version === undefined ? {} : { version })
}

export const complete = completeNames(instanceView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const kind = {
    view: instanceView,
    valueFields: instanceValueFields,
    parse: parseExtensionInstance,
    plan: planOfInstance,
    noteOf: () => '',
  }
  return await printPlanned(kind, options, { ports, io }, signal)
}
