import { planOfInstance } from '../../actions/plugins/instance-plan.ts'
import { parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath } from '../../objects/kube-object.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import {
  type PlanRequest,
  type Planned,
  planRequestOf,
  plannedOptions,
  printPlanned,
} from '../plugin/print-planned.ts'
import {
  type ValuesChange,
  pluginValueOptions,
  unsetOption,
} from '../plugin/values/given-values.ts'
import {
  type ValueFields,
  changeOfValues,
  changedValues,
  isNothing,
} from '../plugin/values/set-values.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceView } from './instance-view.ts'

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

export interface Options extends PlanRequest {
  readonly fields: JsonObject
  readonly values: ValuesChange
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const values = changeOfValues(given.arguments.value, options)
  if (values instanceof UsageError) return values
  const { version } = options
  const fields = version === undefined ? {} : { version }
  return { ...planRequestOf(given.arguments.name, options), fields, values }
}

export const complete = completeNames(instanceView.definition)

export async function run(
  { fields, values, ...request }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const isAsItIs = isNothing(values) && Object.keys(fields).length === 0
  const specOf = (found: KubeObject) => ({
    ...fields,
    ...changedValues(found, values, valueFields),
  })
  const planned: Planned = {
    view: instanceView,
    specOf: isAsItIs ? undefined : specOf,
    plan: (object, open, late) => {
      const parsed = parseExtensionInstance(object)
      if (parsed.ok) return planOfInstance(parsed.value, open, late)
      const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`)
      throw new PlainError(`the instance is not valid: ${problems.join('; ')}`)
    },
    noteOf: (object) =>
      readPath(object, ['spec', 'enabled']) === false
        ? ' is disabled: this is what follows when it is enabled'
        : '',
  }
  return await printPlanned(planned, request, { ports, io }, signal)
}

const valueFields: ValueFields = {
  object: 'parameters',
  text: 'parametersText',
  nulls: 'take-out',
}
