import { createHash } from 'node:crypto'
import { type KubeObject, listAt, readPath, textAt } from '../../objects/kube-object.ts'

/**
 * One text for the fields of an object that are ours. Another writer that changes such a field
 * takes it from us, so that the list of our fields tells whether anybody did.
 */
export function ownedFieldsDigest(object: KubeObject): string {
  const ours = listAt(object, ['metadata', 'managedFields']).find(
    (entry) =>
      textAt(entry, ['manager']) === 'helm' &&
      textAt(entry, ['operation']) === 'Apply' &&
      textAt(entry, ['subresource']) === '',
  )
  return shortDigest(JSON.stringify(readPath(ours, ['fieldsV1']) ?? null))
}

/** An object by kind and name, with its mark. */
export interface DigestedObject {
  readonly text: string
  readonly mark: string
}

/** One mark for all objects of a release; another one when some are missing. */
export function digestOfAll(objects: readonly DigestedObject[], missing = 0): string {
  const marks = objects.map(({ text, mark }) => `${text} ${mark}`).toSorted()
  return shortDigest([...marks, missing > 0 ? `${missing} missing` : ''].join('\n'))
}

/** A digest that is short enough to be one of many. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
