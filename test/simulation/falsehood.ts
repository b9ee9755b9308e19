import type { Store } from '../../src/apiserver/storage/store.ts'
import {
  type KubeObject,
  conditionOf,
  labelsOf,
  listAt,
  namespaceOf,
  readPath,
  textAt,
  uidOf,
} from '../../src/objects/kube-object.ts'
import { ownerIn } from '../../src/release/record/owner-labels.ts'
import { valuesKey } from './platform-objects.ts'
import {
  type Stores,
  buckets,
  objectAt,
  objectsIn,
  placeOf,
  recordOf,
  revisionFacts,
  whereOf,
} from './seen-cluster.ts'

/** Why a plugin that says that it is Ready is not; undefined when it is. */
export function falsehoodOf(plugin: KubeObject, stores: Stores): string | undefined {
  const store = stores.get(whereOf(plugin))
  if (store === undefined) return undefined
  const place = placeOf(plugin)
  const last = newestRevision(store, place)
  if (readPath(plugin, ['spec', 'enabled']) === false) {
    const owner = last && ownerIn(labelsOf(last.object))
    const isOurs = owner === undefined || owner.uid === uidOf(plugin)
    return last && isOurs ? `${place} has revision ${last.facts.revision}` : undefined
  }
  if (last?.facts.status !== 'deployed') return `its release is ${last?.facts.status}`
  const pin = readPath(plugin, ['spec', 'pin'])
  if (typeof pin === 'number') return pinFalsehood(store, place, pin)
  // Then the status says so.
  if (conditionOf(plugin, 'Drifted')?.status === 'True') return undefined
  const found = ['chart', 'version', 'color'].map((name) => mainOf(store, place, name)).join(' ')
  const { name, version } = plugin['spec'] as { readonly name?: string; readonly version?: string }
  const color = colorOf(plugin, stores) ?? mainOf(store, place, 'color')
  const wanted = `${name} ${version} ${color}`
  if (found === wanted || isToldAsLeft(plugin, place)) return undefined
  return `its objects are ${found}, not ${wanted}`
}

// `conflicts: yield` leaves a field to the person who edited it, and the status says which.
function isToldAsLeft(plugin: KubeObject, place: string): boolean {
  const told = `.data.color of v1 ConfigMap ${place}-main is left to`
  return conditionOf(plugin, 'Ready')?.message.includes(told) === true
}

function mainOf(store: Store, place: string, field: string): string {
  return textAt(objectAt(store, buckets.configMaps, `${place}-main`), ['data', field])
}

// Undefined while nobody says which color it is to have.
function colorOf(plugin: KubeObject, stores: Stores): string | undefined {
  const inline = textAt(plugin, ['spec', 'values', 'color'])
  if (inline !== '') return inline
  const hub = stores.get('hub')
  const [from] = listAt(plugin, ['spec', 'valuesFrom'])
  const isSecret = textAt(from, ['kind']) === 'Secret'
  const key = `${namespaceOf(plugin)}/${textAt(from, ['name'])}`
  const bucket = isSecret ? buckets.secrets : buckets.configMaps
  const text = hub && textAt(objectAt(hub, bucket, key), ['data', valuesKey])
  if (text === undefined || text === '') return undefined
  const plain = isSecret ? Buffer.from(text, 'base64').toString('utf8') : text
  return textAt(JSON.parse(plain) as KubeObject, ['color'])
}

/** How many revisions of a release are kept. */
const kept = 10

function pinFalsehood(store: Store, place: string, pin: number): string | undefined {
  const revisions = revisionsOf(store, place)
  const [last] = revisions
  const pinned = revisions.find(({ facts }) => facts.revision === pin)
  if (last === undefined || last.facts.revision - pin >= kept) return undefined
  if (pinned === undefined) return `there is no revision ${pin}`
  const is = recordOf(last.object).manifest
  return is === recordOf(pinned.object).manifest
    ? undefined
    : `revision ${last.facts.revision} is not revision ${pin}`
}

/** The revisions of a release, the newest first. */
export function revisionsOf(store: Store, place: string) {
  return objectsIn(store, buckets.secrets)
    .flatMap((object) => {
      const facts = revisionFacts(object)
      return facts?.release === place ? [{ object, facts }] : []
    })
    .toSorted((one, other) => other.facts.revision - one.facts.revision)
}

/** The newest revision of a release. */
export function newestRevision(store: Store, place: string) {
  return revisionsOf(store, place)[0]
}
