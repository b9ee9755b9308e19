import type { DesiredObject } from './desired-object.ts'
import { objectKey } from './object-id.ts'

/** The objects that were desired before and are no longer. */
export function objectsLeaving(
  before: readonly DesiredObject[],
  after: readonly DesiredObject[],
): readonly DesiredObject[] {
  const wanted = new Set(after.map(({ id }) => objectKey(id)))
  const leaving = before.filter(({ id }) => !wanted.has(objectKey(id)))
  return [...new Map(leaving.map((one) => [objectKey(one.id), one])).values()]
}

/** The objects that are desired and were not before. */
export function objectsNew(
  before: readonly DesiredObject[],
  after: readonly DesiredObject[],
): readonly DesiredObject[] {
  return objectsLeaving(after, before)
}
