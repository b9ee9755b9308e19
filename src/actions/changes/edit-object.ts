import { isKubeError } from '../../kube/errors.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { sleepOn } from '../../std/clock.ts'
import { type ActionTarget, objectOf, placeOf } from './action-target.ts'

/** How a change is written. */
export interface WriteChoice {
  /** Whether everything is done but the result is not kept. */
  readonly dryRun?: boolean
  /** The version that the change was made from; any other is a conflict. */
  readonly resourceVersion?: string
  readonly fieldManager?: string
}

const mostAttempts = 8
// An operator that is busy with the object is through in a moment.
const pauseMilliseconds = 25

/** Writes fields of an object, whatever they were before. */
export async function patchFields(
  target: ActionTarget,
  fields: JsonObject,
  { dryRun = false, resourceVersion, fieldManager }: WriteChoice,
  signal: AbortSignal,
): Promise<KubeObject> {
  const { metadata = {}, ...rest } = fields
  const version = resourceVersion === undefined ? {} : { resourceVersion }
  const patch = { ...rest, metadata: { ...(metadata as JsonObject), ...version } }
  const manager = fieldManager === undefined ? {} : { fieldManager }
  const how = { fieldValidation: 'Strict', dryRun, ...manager } as const
  const written = { type: 'merge', patch } as const
  const { object } = await patchObject(target.client, placeOf(target), written, how, signal)
  return object
}

/** Fails as a write would when the object has another version than the one that was given. Nothing is kept. */
export async function checkVersion(
  target: ActionTarget,
  choice: WriteChoice,
  signal: AbortSignal,
): Promise<void> {
  if (choice.resourceVersion === undefined) return
  await patchFields(target, {}, { ...choice, dryRun: true }, signal)
}

/**
 * Changes fields of a spec by their present values. It never overwrites a change that somebody else
 * made meanwhile: the object is read and decided anew, because the operator writes its status at
 * any moment. A version that was given is held to.
 */
export async function editObject(
  target: ActionTarget,
  specOf: (object: KubeObject) => Readonly<Record<string, Json>>,
  choice: WriteChoice,
  signal: AbortSignal,
): Promise<KubeObject> {
  for (let attempt = 1; ; attempt++) {
    const object = await objectOf(target, signal)
    const seen = textAt(object, ['metadata', 'resourceVersion'])
    const resourceVersion = choice.resourceVersion ?? seen
    try {
      return await patchFields(
        target,
        { spec: specOf(object) },
        { ...choice, resourceVersion },
        signal,
      )
    } catch (error) {
      const isFinal = attempt === mostAttempts || choice.resourceVersion !== undefined
      if (!isKubeError(error, 'conflict') || isFinal) throw error
      await sleepOn(target.client.clock, attempt * pauseMilliseconds, signal)
    }
  }
}
