import type { ObjectChange } from '../../controller/informer.ts'
import { type Json, equalJson } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { retryAnnotation } from './plugin-names.ts'

/** Takes the part of an object whose changes count. */
export type PartOf = (object: KubeObject) => Json

/** Whether an object came or went, or that part of it changed. */
export function isNews(change: ObjectChange, part: PartOf): boolean {
  return change.type !== 'modified' || !equalJson(part(change.before), part(change.object))
}

/** The requests of users: a spec, a deletion, a retry. Our own writes are none. */
export function inputOf(object: KubeObject): Json {
  return [generationOf(object), deletionOf(object), retryOf(object)]
}

/** The spec, and whether the object is being deleted. */
export function specOf(object: KubeObject): Json {
  return [object['spec'] ?? {}, deletionOf(object)]
}

export function labelsOf(object: KubeObject): Json {
  return object.metadata['labels'] ?? {}
}

export function generationOf(object: KubeObject): Json {
  return object.metadata['generation'] ?? 0
}

function deletionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'deletionTimestamp'])
}

function retryOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'annotations', retryAnnotation])
}
