import { compareStrings } from '../../../formats/go-string.ts'
import { unionOf } from '../field-set.ts'
import { identityOf, secondsOf, type Managed } from './managed-fields.ts'
import type { OwnedFields } from './owners-and-conflicts.ts'

/** How many managers from updates an object keeps apart. */
const maxUpdaters = 10

/** Joins the oldest updaters of each version into one called ancient-changes, until few are left. */
export function capManagers(managed: Managed): Managed {
  const managers = new Map(managed.managers)
  const times = new Map(managed.times)
  const updaters = updatersByAge(managed)
  const firstOf = new Map<string, string>()
  let left = updaters.length
  for (const id of updaters) {
    const owned = managers.get(id)
    if (left <= maxUpdaters || owned === undefined) break
    const first = firstOf.get(owned.apiVersion)
    if (first === undefined) {
      firstOf.set(owned.apiVersion, id)
      continue
    }
    join(managers, { id, owned, first })
    const time = managed.times.get(id)
    if (time !== undefined) times.set(bucketOf(owned.apiVersion), time)
    left--
  }
  return { managers, times }
}

function updatersByAge({ managers, times }: Managed): readonly string[] {
  const updaters = [...managers].flatMap(([id, { applied }]) => (applied ? [] : [id]))
  return updaters.toSorted(
    (a, b) => secondsOf(times.get(a) ?? '') - secondsOf(times.get(b) ?? '') || compareStrings(a, b),
  )
}

function join(
  managers: Map<string, OwnedFields>,
  { id, owned, first }: { id: string; owned: OwnedFields; first: string },
): void {
  const bucket = bucketOf(owned.apiVersion)
  const oldest = managers.get(first)
  if (!managers.has(bucket) && oldest !== undefined) {
    managers.delete(first)
    managers.set(bucket, oldest)
  }
  const joined = managers.get(bucket)
  const fields = joined === undefined ? owned.fields : unionOf(owned.fields, joined.fields)
  managers.delete(id)
  managers.set(bucket, { ...owned, fields })
}

function bucketOf(apiVersion: string): string {
  return identityOf({
    manager: 'ancient-changes',
    operation: 'Update',
    apiVersion,
    subresource: '',
  })
}
