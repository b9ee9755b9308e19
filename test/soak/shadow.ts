import type { Informer, ObjectChange } from '../../src/controller/informer.ts'
import { keyOf } from '../../src/controller/object-store.ts'
import { type KubeObject, textAt, uidOf } from '../../src/objects/kube-object.ts'

/**
 * The knowledge of somebody who only listens to an informer's handler: objects by UID. When a deletion is never told, its UID
 * stays here for ever, also when another object has its name by now.
 */
export class Shadow {
  readonly versions = new Map<string, string>()
  readonly complaints: string[] = []
  events = 0

  constructor(informer: Informer) {
    informer.addHandler((change) => this.hear(change))
  }

  private hear(change: ObjectChange): void {
    this.events++
    const { object } = change
    const uid = uidOf(object)
    const isKnown = this.versions.has(uid)
    if (isKnown === (change.type === 'added')) {
      this.complaints.push(
        `${change.type} ${keyOf(object)}, which was ${isKnown ? '' : 'not '}known`,
      )
    }
    if (change.type === 'deleted') this.versions.delete(uid)
    else this.versions.set(uid, versionOf(object))
  }
}

/** How a listener and an informer differ from what the server has; empty when they do not. */
export function differences(
  served: readonly KubeObject[],
  informer: Informer,
  shadow: Shadow,
): readonly string[] {
  const truth = new Map(served.map((object) => [uidOf(object), versionOf(object)]))
  const held = new Map(informer.list().map((object) => [uidOf(object), versionOf(object)]))
  return [
    ...shadow.complaints,
    ...compare(truth, held, 'the informer'),
    ...compare(truth, shadow.versions, 'the listener'),
  ]
}

function compare(
  truth: ReadonlyMap<string, string>,
  held: ReadonlyMap<string, string>,
  who: string,
): readonly string[] {
  const missed = [...truth].filter(([uid, version]) => held.get(uid) !== version)
  const kept = [...held.keys()].filter((uid) => !truth.has(uid))
  return [
    ...missed.map(
      ([uid, version]) => `${who} has ${held.get(uid)} of ${uid}, the server ${version}`,
    ),
    ...kept.map((uid) => `${who} has ${uid}, which the server has no longer`),
  ]
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}
