import { type Waiting, waitOptions, waitingOf } from '../../kind/waiting.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'
import { type Json, type JsonObject, isJsonObject } from '../../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../../objects/kube-object.ts'
import type { OptionSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import { type Plain, toValue } from '../../output/plain.ts'
import { clusterOptions } from '../../options/cluster-options.ts'
import { editValuesObject, mergePatchOf } from './edit-values-object.ts'
import type { Nulls, ValueEdit } from './edit-values-text.ts'
import {
  type ValuesChange,
  givenValuesOf,
  readUnset,
  unsetOption,
  valuesTextOf,
} from './given-values.ts'

/** The last flags of `set`, which plugins and instances have alike. */
export const setOptions = {
  ...unsetOption,
  unpin: { kind: 'switch', summary: 'let go of the revision that a rollback held' },
  ...waitOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

/** The changes that `set` was asked for. */
export interface SetRequest extends Waiting {
  readonly name: string
  readonly fields: JsonObject
  readonly values: ValuesChange
  readonly unpin: boolean
}

interface SetInput {
  readonly arguments: { readonly name: string; readonly value: readonly string[] }
  readonly options: Parameters<typeof givenValuesOf>[0] &
    Parameters<typeof waitingOf>[0] & {
      readonly unset: readonly string[]
      readonly unpin: boolean
    }
}

/** Reads what `set` has in common; `fields` are those of the spec that other flags change. */
export function setRequestOf(
  { arguments: { name, value }, options }: SetInput,
  fields: JsonObject,
): SetRequest | UsageError {
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const values = changeOfValues(value, options)
  if (values instanceof UsageError) return values
  const { unpin } = options
  if (isNothing(values) && Object.keys(fields).length === 0 && !unpin) {
    return new UsageError('missing-argument', 'nothing to set: give PATH=VALUE, -f or --version')
  }
  return { name, fields, values, unpin, ...waiting }
}

/** The values that arguments `PATH=VALUE` and flags take out, set and replace. */
export function changeOfValues(
  pairs: readonly string[],
  options: Parameters<typeof givenValuesOf>[0] & { readonly unset: readonly string[] },
): ValuesChange | UsageError {
  const taken: ValueEdit[] = []
  for (const path of options.unset) {
    const edit = readUnset(path)
    if (edit instanceof UsageError) return edit
    taken.push(edit)
  }
  const given = givenValuesOf({ ...options, set: [...pairs, ...options.set] })
  return { ...given, edits: [...taken, ...given.edits] }
}

/** The fields of a spec that hold values: one for an object, one for text. */
export interface ValueFields {
  readonly object: string
  readonly text: string
  readonly nulls: Nulls
}

/** The changed fields. Text stays text, an object stays an object unless a null is written; what has neither gets text. */
export function changedValues(
  changed: KubeObject,
  values: ValuesChange,
  fields: ValueFields,
): Record<string, Json> {
  if (isNothing(values)) return {}
  const object = readPath(changed, ['spec', fields.object])
  if (isJsonObject(object) && values.files.length === 0) {
    const after = editValuesObject(object, values.edits, fields.nulls)
    const patch = mergePatchOf(object, after)
    if (patch !== undefined) return { [fields.object]: patch }
    return { [fields.text]: `${writeYaml(toValue(after as Plain))}\n`, [fields.object]: null }
  }
  const text = valuesTextOf(textAt(changed, ['spec', fields.text]), values, fields.nulls)
  return { [fields.text]: text, ...(object === undefined ? {} : { [fields.object]: null }) }
}

/** Whether no value changes. */
export function isNothing({ files, edits }: ValuesChange): boolean {
  return files.length === 0 && edits.length === 0
}
