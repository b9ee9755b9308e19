import { resourceOf } from '../../kinds/kind-definition.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { dependencyLabel } from '../../operator/pass/instance-names.ts'
import { type ActionTarget, placeOf } from './action-target.ts'
import type { WriteChoice } from './edit-object.ts'

/** A new object, or one that was there for others and is the asker's own by now. */
export interface Created {
  readonly object: KubeObject
  readonly was: 'new' | 'dependency'
}

/** Creates an object that is not there yet; unknown fields are refused. */
export async function createNew(
  target: ActionTarget,
  body: KubeObject,
  { dryRun = false, fieldManager }: WriteChoice,
  signal: AbortSignal,
): Promise<Created> {
  const manager = fieldManager === undefined ? {} : { fieldManager }
  const how = { fieldValidation: 'Strict', dryRun, ...manager } as const
  const resource = resourceOf(target.definition)
  const { object } = await createObject(target.client, resource, body, how, signal)
  return { object, was: 'new' }
}

/** Creates an instance. One that was installed because others need it is there already, and becomes the asker's own. */
export async function createInstance(
  target: ActionTarget,
  body: KubeObject,
  choice: WriteChoice,
  signal: AbortSignal,
): Promise<Created> {
  try {
    return await createNew(target, body, choice, signal)
  } catch (error) {
    if (!isKubeError(error, 'already-exists')) throw error
    const { client } = target
    const place = placeOf(target)
    const found = await getObject(client, place, {}, signal)
    const isDependency = textAt(found, ['metadata', 'labels', dependencyLabel]) === 'true'
    const isSame = ['extension', 'cluster'].every(
      (field) => textAt(found, ['spec', field]) === textAt(body, ['spec', field]),
    )
    if (!isDependency || !isSame) throw error
    const metadata = { labels: { [dependencyLabel]: null } }
    // The range came from the instance that needed it, never from the user.
    const spec = { version: null, ...(body['spec'] as JsonObject) }
    const patch = { type: 'merge', patch: { metadata, spec } } as const
    const how = { fieldValidation: 'Strict', dryRun: choice.dryRun ?? false } as const
    const { object } = await patchObject(client, place, patch, how, signal)
    return { object, was: 'dependency' }
  }
}
