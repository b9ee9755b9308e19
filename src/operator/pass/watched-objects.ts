import type { Informer } from '../../controller/informer.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import { keyOf } from '../../controller/object-store.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import {
  type KubeObject,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import { fixedKeysAnnotation } from './plugin-names.ts'

/** Objects that plugins name: values, accounts, what they depend on. */
export type NamedKind = 'ConfigMap' | 'Secret' | 'ServiceAccount'

const plurals: Readonly<Record<NamedKind, string>> = {
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  ServiceAccount: 'serviceaccounts',
}

const namespaces: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
}

/** Milliseconds until everything about a kind should be known. */
const patience = 15_000

/** One text for an object that somebody names. */
export function referenceKey(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`
}

/** Watches the objects that plugins name, and nothing else. A watch begins with the first plugin that needs it. */
export class WatchedObjects {
  private readonly informers: SharedInformers
  private readonly changed: (reference: string) => void
  private readonly isNamed: (reference: string) => boolean
  private readonly told = new WeakSet<object>()
  /** The informers of single objects, by what names them, and how many ask now. */
  private readonly single = new Map<string, { readonly informer: Informer; asking: number }>()

  /** `isNamed` says whether somebody still names an object. */
  constructor(
    client: FencedClient,
    changed: (reference: string) => void,
    isNamed: (reference: string) => boolean = () => true,
  ) {
    this.informers = new SharedInformers(client, () => ({}))
    this.changed = changed
    this.isNamed = isNamed
  }

  run(signal: AbortSignal): Promise<never> {
    return this.informers.run(signal)
  }

  /** One text for the state of an object, without its content; undefined when there is no such object. */
  async versionOf(
    kind: NamedKind,
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const resource = resourceOf(kind)
    const informer = this.informers.informer({ resource, namespace }, { metadataOnly: true })
    this.tellOf(informer, kind)
    await informer.untilSyncedWithin(patience, signal)
    const found = informer.get(`${namespace}/${name}`)
    return found && stateOf(found)
  }

  /** The labels of a namespace, none when it is not there. */
  async labelsOf(
    namespace: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>>> {
    const informer = this.informers.informer({ resource: namespaces }, { metadataOnly: true })
    this.tellOf(informer, namespaces.kind)
    await informer.untilSyncedWithin(patience, signal)
    const labels = readPath(informer.get(namespace) ?? {}, ['metadata', 'labels'])
    return (labels ?? {}) as Readonly<Record<string, string>>
  }

  /** An object that somebody depends on. */
  async objectOf(
    resource: ApiResource,
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    const place = resource.namespaced ? { namespace } : {}
    const fieldSelector = `metadata.name=${name}`
    const kind = `${resource.group}/${resource.kind}`
    const reference = referenceKey(kind, resource.namespaced ? namespace : '', name)
    const informer = this.informers.informer({ resource, ...place, fieldSelector }, {})
    this.tellOf(informer, kind)
    const known = this.single.get(reference)
    if (known !== undefined && known.informer !== informer) this.informers.end(known.informer)
    const entry = known?.informer === informer ? known : { informer, asking: 0 }
    this.single.set(reference, entry)
    entry.asking++
    try {
      await informer.untilSyncedWithin(patience, signal)
      return informer.list().find((object) => nameOf(object) === name)
    } finally {
      entry.asking--
      if (!this.isNamed(reference)) this.release()
    }
  }

  /** Ends the watches of objects that nobody names any more. */
  release(): void {
    for (const [reference, { informer, asking }] of this.single) {
      if (asking > 0 || this.isNamed(reference)) continue
      this.single.delete(reference)
      this.informers.end(informer)
    }
  }

  /** How many single objects are watched. */
  get size(): number {
    return this.single.size
  }

  private tellOf(informer: ReturnType<SharedInformers['informer']>, kind: string): void {
    if (this.told.has(informer)) return
    this.told.add(informer)
    informer.addHandler(({ object }) => {
      this.changed(referenceKey(kind, namespaceOf(object), keyOf(object).split('/').at(-1) ?? ''))
    })
  }
}

/** One text for what an object is now: another one when it was written or made anew. */
export function stateOf(object: KubeObject): string {
  if (textAt(object, ['metadata', 'annotations', fixedKeysAnnotation]) === 'true')
    return uidOf(object)
  return `${uidOf(object)}/${textAt(object, ['metadata', 'resourceVersion'])}`
}

/** How the API calls such a kind. */
export function resourceOf(kind: NamedKind): ApiResource {
  return { group: '', version: 'v1', resource: plurals[kind], kind, namespaced: true }
}
