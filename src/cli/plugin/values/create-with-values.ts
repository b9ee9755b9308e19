import type { JsonObject } from '../../../objects/json.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { type CreateObject, type CreateRequest, createOne } from '../../kind/create-one.ts'
import type { KindView } from '../../kind/kind-view.ts'
import { waitingOf } from '../../kind/waiting.ts'
import type { Ports } from '../../verb.ts'
import { type ValuesChange, givenValuesOf, valuesTextOf } from './given-values.ts'

/** A plugin or an instance as the command line asked for it. */
export interface CreateWithValues extends CreateRequest {
  readonly values: ValuesChange
}

type CreateFlags = Parameters<typeof waitingOf>[0] &
  Parameters<typeof givenValuesOf>[0] & {
    readonly cluster: string | undefined
    readonly 'target-namespace': string | undefined
    readonly 'dry-run': boolean
  }

/** Reads what `create` of plugins and of instances have in common; `spec` is the rest of the spec. */
export function createWithValuesOf(
  name: string,
  spec: JsonObject,
  options: CreateFlags,
): CreateWithValues | UsageError {
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const { cluster, 'target-namespace': targetNamespace } = options
  return {
    name,
    spec: {
      ...spec,
      ...(cluster === undefined ? {} : { cluster }),
      ...(targetNamespace === undefined ? {} : { targetNamespace }),
    },
    values: givenValuesOf(options),
    dryRun: options['dry-run'],
    ...waiting,
  }
}

/** Creates a plugin or an instance with its values in the field that holds them as text. */
export async function createWithValues(
  { view, field }: { readonly view: KindView; readonly field: 'valuesText' | 'parametersText' },
  request: CreateWithValues,
  context: { readonly ports: Ports; readonly io: Io; readonly create?: CreateObject },
  signal: AbortSignal,
): Promise<void> {
  const text = valuesTextOf('', request.values)
  const spec = { ...request.spec, ...(text === '' ? {} : { [field]: text }) }
  await createOne(view, { ...request, spec }, context, signal)
}
