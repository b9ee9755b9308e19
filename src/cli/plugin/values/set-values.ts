import { type Json, type JsonObject, isJsonObject } from '../../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../../objects/kube-object.ts'
import type { OptionSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import { waitOptions } from '../../kind/look-options.ts'
import { readTimeout } from '../../kind/read-timeout.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
} from '../../options/cluster-options.ts'
import { editValuesObject } from './edit-values-object.ts'
import { type ValuesChange, givenValuesOf, valuesTextOf } from './given-values.ts'

/** The last flags of `set`, which plugins and instances have alike. */
export const setOptions = {
  unpin: { kind: 'switch', summary: 'let go of the revision that a rollback held' },
  ...waitOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

/** The changes that `set` was asked for. */
export interface SetRequest {
  readonly name: string
  readonly fields: JsonObject
  readonly values: ValuesChange
  readonly unpin: boolean
  readonly wait: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

interface SetInput {
  readonly arguments: { readonly name: string; readonly value: readonly string[] }
  readonly options: Parameters<typeof givenValuesOf>[0] &
    Parameters<typeof clusterChoiceOf>[0] & {
      readonly unpin: boolean
      readonly wait: boolean
      readonly timeout: string | undefined
      readonly quiet: boolean
    }
}

/** Reads what `set` has in common; `fields` are those of the spec that other flags change. */
export function setRequestOf(
  { arguments: { name, value }, options }: SetInput,
  fields: JsonObject,
): SetRequest | UsageError {
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const values = givenValuesOf({ ...options, set: [...value, ...options.set] })
  const { unpin, wait, quiet } = options
  if (isNothing(values) && Object.keys(fields).length === 0 && !unpin) {
    return new UsageError('missing-argument', 'nothing to set: give PATH=VALUE, -f or --version')
  }
  return { name, fields, values, unpin, wait, timeout, quiet, cluster: clusterChoiceOf(options) }
}

/** The fields of a spec that hold values: one for an object, one for text. */
export interface ValueFields {
  readonly object: string
  readonly text: string
}

/** The changed fields. Text stays text, an object stays an object; what has neither gets text. */
export function changedValues(
  changed: KubeObject,
  values: ValuesChange,
  fields: ValueFields,
): Record<string, Json> {
  if (isNothing(values)) return {}
  const object = readPath(changed, ['spec', fields.object])
  if (isJsonObject(object) && values.files.length === 0) {
    return { [fields.object]: editValuesObject(object, values.edits) }
  }
  const text = valuesTextOf(textAt(changed, ['spec', fields.text]), values)
  return { [fields.text]: text, ...(object === undefined ? {} : { [fields.object]: null }) }
}

function isNothing({ files, edits }: ValuesChange): boolean {
  return files.length === 0 && edits.length === 0
}
