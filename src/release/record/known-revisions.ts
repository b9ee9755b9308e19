import type { Informer } from '../../controller/informer.ts'
import { keyOf as objectKeyOf } from '../../controller/object-store.ts'
import { isOlder } from '../../kube/watch/resource-version.ts'
import { type KubeObject, namespaceOf, textAt } from '../../objects/kube-object.ts'
import type { ReleaseTarget } from '../release.ts'
import { revisionOf, revisionSelector } from './storage-object.ts'
import { secrets } from '../../kube/objects/core-resources.ts'

type ReleaseName = Omit<ReleaseTarget, 'client'>

const index = 'release'

/**
 * The selection of an informer for `KnownRevisions`: Helm's records of the whole cluster, of which
 * only metadata is needed.
 */
export const revisionSelection = { resource: secrets, labelSelector: revisionSelector() }

/**
 * The revisions that there are, known from a watch, so that they need not be asked for. Our own
 * writes are known before the watch tells; those of others, a moment later. That is enough:
 * creating a revision that exists fails.
 */
export class KnownRevisions {
  private readonly informer: Informer
  /**
   * Our own writes that the watch has not delivered yet, by release and then by key; undefined for a
   * deleted one.
   */
  private readonly written = new Map<string, Map<string, KubeObject | undefined>>()

  constructor(informer: Informer) {
    this.informer = informer
    informer.addIndex(index, (object) => {
      const found = revisionOf(object)
      return found === undefined ? [] : [`${namespaceOf(object)}/${found.name}`]
    })
  }

  /** The revisions of a release; undefined while not all are known. */
  of({ namespace, name }: ReleaseName): readonly KubeObject[] | undefined {
    if (!this.informer.hasSynced) return undefined
    const release = `${namespace}/${name}`
    const told = this.informer.byIndex(index, release)
    const written = this.written.get(release)
    if (written === undefined) return told
    const known = new Map(told.map((object) => [objectKeyOf(object), object]))
    for (const [key, object] of written) {
      if (isTold(known.get(key), object)) written.delete(key)
      else if (object === undefined) known.delete(key)
      else known.set(key, object)
    }
    if (written.size === 0) this.written.delete(release)
    return [...known.values()]
  }

  /** Notes what the server answered to a write. */
  note(place: ReleaseName, object: KubeObject): void {
    this.writtenOf(place).set(objectKeyOf(object), object)
  }

  /** Notes that an object was deleted. */
  noteDeleted(place: ReleaseName, key: string): void {
    this.writtenOf(place).set(`${place.namespace}/${key}`, undefined)
  }

  private writtenOf({ namespace, name }: ReleaseName): Map<string, KubeObject | undefined> {
    const release = `${namespace}/${name}`
    const written = this.written.get(release) ?? new Map<string, KubeObject | undefined>()
    this.written.set(release, written)
    return written
  }
}

function isTold(told: KubeObject | undefined, written: KubeObject | undefined): boolean {
  if (told === undefined || written === undefined) return told === written
  return !isOlder(versionOf(told), versionOf(written))
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}
