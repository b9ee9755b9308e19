import type { DesiredObject } from './desired-object.ts'
import { objectKey } from './object-id.ts'

/** What was wanted before and is no longer. */
export function objectsLeaving(
  before: readonly DesiredObject[],
  after: readonly DesiredObject[],
): readonly DesiredObject[] {
  const wanted = new Set(after.map(({ id }) => objectKey(id)))
  return before.filter(({ id }) => !wanted.has(objectKey(id)))
}

/** What is wanted and was not before. */
export function objectsNew(
  before: readonly DesiredObject[],
  after: readonly DesiredObject[],
): readonly DesiredObject[] {
  return objectsLeaving(after, before)
}
