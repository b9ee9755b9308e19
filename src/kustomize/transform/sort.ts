import { compareStrings } from '../../formats/go-string.ts'
import { defaultKindOrder, gvkSortText, rankOfKind, type KindOrder } from '../config/field-spec.ts'
import { KustomizeError } from '../errors.ts'
import { equalGvk, printGvk, type ResId } from '../resource/res-id.ts'
import type { ResMap } from '../resource/res-map.ts'

/** The order of the objects that are printed. */
export interface SortOptions {
  readonly order: string
  readonly legacy: KindOrder | undefined
}

export const legacyOrder: SortOptions = { order: 'legacy', legacy: undefined }

/** Sorts the objects by kind and name, or leaves them in the order of their files. */
export function sortResources(map: ResMap, { order, legacy }: SortOptions): void {
  if (order !== 'legacy' && order !== 'fifo') {
    const message = `the field 'sortOptions.order' must be one of [fifo, legacy], it is "${order}"`
    throw new KustomizeError('invalid', message)
  }
  if (order === 'fifo') {
    if (legacy === undefined) return
    const message = "the field 'sortOptions.legacySortOptions' is set but the order is 'fifo'"
    throw new KustomizeError('invalid', message)
  }
  const kinds = legacy ?? defaultKindOrder
  const sorted = map.resources
    .map((resource) => ({ resource, id: resource.id }))
    .toSorted((a, b) => compareIds(a.id, b.id, kinds))
  map.resources = []
  map.appendAll(sorted.map(({ resource }) => resource))
}

function compareIds(a: ResId, b: ResId, kinds: KindOrder): number {
  if (!equalGvk(a, b)) return compareKinds(a, b, kinds)
  return compareStrings(nameText(a), nameText(b))
}

function compareKinds(a: ResId, b: ResId, kinds: KindOrder): number {
  const byRank = rankOfKind(a.kind, kinds) - rankOfKind(b.kind, kinds)
  if (byRank !== 0) return byRank
  const byText = compareStrings(gvkSortText(a), gvkSortText(b))
  // Namespaces of Kubernetes itself come before those of others.
  const isCore = a.kind === 'Namespace' && b.kind === 'Namespace' && (!a.group || !b.group)
  return isCore ? -byText : byText
}

function nameText(id: ResId): string {
  return [printGvk(id), id.namespace || '~X', id.name || '~N'].join('|')
}
