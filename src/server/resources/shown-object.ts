import type { KubeObject } from '../../objects/kube-object.ts'

/** An object without the book-keeping of field managers, which is often longer than the rest and read by nobody. */
export function shownObject(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
