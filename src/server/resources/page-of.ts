import {
  type KubeObject,
  conditionOf,
  nameOf,
  namespaceOf,
  textAt,
} from '../../objects/kube-object.ts'
import type { Page } from '../contract.ts'
import { type CutRequest, type RowOrder, cutPage, hasWords } from './rows-page.ts'

/** The fields that a list can be sorted by. */
export const sortFields = ['name', 'namespace', 'age', 'ready', 'reason'] as const

export interface PageRequest extends CutRequest {
  /** Words that must all be somewhere in the name, namespace, labels, reason or message. */
  readonly search: string
  readonly ready: '' | 'True' | 'False' | 'Unknown'
  readonly reason: string
}

/** One page of objects: filtered, then sorted, then cut. */
export function pageOf(objects: readonly KubeObject[], request: PageRequest): Page<KubeObject> {
  return cutPage(objects.filter(filterOf(request)), order, request)
}

function filterOf({ search, ready, reason }: PageRequest): (object: KubeObject) => boolean {
  return (object) => {
    const condition = conditionOf(object, 'Ready')
    if (ready !== '' && (condition?.status ?? 'Unknown') !== ready) return false
    if (reason !== '' && condition?.reason !== reason) return false
    return search === '' || hasWords(search, searchTexts(object))
  }
}

/** The texts of an object that a search looks into. */
export function searchTexts(object: KubeObject): readonly string[] {
  const { reason = '', message = '' } = conditionOf(object, 'Ready') ?? {}
  const labels = Object.entries(object.metadata['labels'] ?? {}).map((pair) => pair.join('='))
  const shown = ['displayName', 'description', 'category', 'extension', 'name', 'url'].map(
    (field) => textAt(object, ['spec', field]),
  )
  return [nameOf(object), namespaceOf(object), reason, message, ...labels, ...shown]
}

const order: RowOrder<KubeObject> = {
  idOf: (object) => `${namespaceOf(object)}/${nameOf(object)}`,
  fields: {
    name: nameOf,
    namespace: namespaceOf,
    age: (object) => textAt(object, ['metadata', 'creationTimestamp']),
    ready: (object) => conditionOf(object, 'Ready')?.status ?? 'Unknown',
    reason: (object) => conditionOf(object, 'Ready')?.reason ?? '',
  } satisfies Record<(typeof sortFields)[number], (object: KubeObject) => string>,
}
