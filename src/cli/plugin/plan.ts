import { planOfPlugin } from '../../actions/plugins/plugin-plan.ts'
import { type Plugin, parsePlugin } from '../../kinds/plugin.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath } from '../../objects/kube-object.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { heldText } from './held-text.ts'
import { pluginView } from './plugin-view.ts'
import {
  type PlanRequest,
  type Planned,
  planRequestOf,
  plannedOptions,
  printPlanned,
} from './print-planned.ts'
import { pluginSourceOptions, sourceFieldsOf } from './source-options.ts'
import { type ValuesChange, pluginValueOptions, unsetOption } from './values/given-values.ts'
import { type ValueFields, changeOfValues, changedValues, isNothing } from './values/set-values.ts'

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
  const request = planRequestOf(given.arguments.name, options)
  return { ...request, fields: sourceFieldsOf(options), values }
}

export const complete = completeNames(pluginView.definition)

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
    view: pluginView,
    specOf: isAsItIs ? undefined : specOf,
    plan: (object, open, late) => planOfPlugin(readPlugin(object), open, late),
    noteOf: (object) => noteOf(object, request.name),
  }
  return await printPlanned(planned, request, { ports, io }, signal)
}

const valueFields: ValueFields = { object: 'values', text: 'valuesText', nulls: 'write' }

function readPlugin(object: KubeObject): Plugin {
  const parsed = parsePlugin(object)
  if (parsed.ok) return parsed.value
  const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`)
  throw new PlainError(`the plugin is not valid: ${problems.join('; ')}`)
}

// The reason why a change would not reach the release yet.
function noteOf(object: KubeObject, name: string): string {
  const isDisabled = readPath(object, ['spec', 'enabled']) === false
  if (isDisabled) return ' is disabled: this is what follows when it is enabled'
  return heldText(object, `plugin set ${name} --unpin`)
}
