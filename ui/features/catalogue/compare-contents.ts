import { diffObjects } from '../../../src/objects/diff/diff-objects.ts'
import { readablePath } from '../../../src/objects/diff/readable-path.ts'
import type { JsonObject } from '../../../src/objects/json.ts'
import type { ObjectChange } from '../../components/changes/change-list.tsx'
import type { ChartContents, ChartObject } from '../../components/engine/chart-contents.ts'

/** The differences between two versions of a chart, as each one renders with its own values. */
export interface VersionChanges {
  readonly objects: readonly ObjectChange[]
  readonly unchanged: number
  readonly imagesAdded: readonly string[]
  readonly imagesRemoved: readonly string[]
}

export function compareContents(before: ChartContents, after: ChartContents): VersionChanges {
  const old = new Map(before.objects.map((one) => [keyOf(one), one]))
  const fresh = new Map(after.objects.map((one) => [keyOf(one), one]))
  const found = after.objects.flatMap((one) => changeOf(old.get(keyOf(one)), one))
  const removed = before.objects.filter((one) => !fresh.has(keyOf(one)))
  const objects = [...found, ...removed.map((one) => ({ ...placeOf(one), ...gone }))]
  return {
    objects,
    unchanged: after.objects.length - found.length,
    imagesAdded: after.images.filter((image) => !before.images.includes(image)),
    imagesRemoved: before.images.filter((image) => !after.images.includes(image)),
  }
}

const gone = { action: 'removed', changes: [] } as const

function changeOf(before: ChartObject | undefined, after: ChartObject): readonly ObjectChange[] {
  if (before === undefined) return [{ ...placeOf(after), action: 'added', changes: [] }]
  const differences = diffObjects(before.object as JsonObject, after.object as JsonObject)
  // Every version writes itself into the labels of everything.
  const told = differences
    .map((change) => ({ ...change, path: readablePath(change.path) }))
    .filter(
      ({ path }) => !/labels\["(?:helm\.sh\/chart|app\.kubernetes\.io\/version)"\]$/.test(path),
    )
  return told.length === 0 ? [] : [{ ...placeOf(after), action: 'changed', changes: told }]
}

function placeOf({ kind, namespace, name }: ChartObject) {
  return { kind, namespace, name }
}

function keyOf({ kind, namespace, name }: ChartObject): string {
  return `${kind}/${namespace}/${name}`
}
