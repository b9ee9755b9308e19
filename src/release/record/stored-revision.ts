import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import {
  type KubeObject,
  labelsOf,
  nameOf,
  namespaceOf,
  textAt,
} from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import type { Labels, ReleaseRecord } from '../release.ts'
import { decodeRelease } from './codec/codec.ts'
import { joinParts } from './codec/split-record.ts'
import { readParts } from './parts.ts'
import { revisionOf, storedText } from './storage-object.ts'
import { pointerOf } from './stub.ts'

/** A revision as its labels describe it; its record is read when that is asked for. */
export class StoredRevision {
  readonly namespace: string
  readonly name: string
  readonly revision: number
  /** In Helm's words, by the label. */
  readonly status: string
  /** All of them, Helm's own included. */
  readonly labels: Labels
  /** Of the object when it was seen. */
  readonly resourceVersion: string
  private readonly client: KubeClient
  private readonly resource: ApiResource
  private readonly key: string
  private body: KubeObject | undefined

  /** Undefined when the object is no revision of a release. */
  static of(
    client: KubeClient,
    resource: ApiResource,
    object: KubeObject,
    bodies: 'bodies' | 'later',
  ): StoredRevision | undefined {
    const place = revisionOf(object)
    return place && new StoredRevision(client, resource, object, { ...place, bodies })
  }

  private constructor(
    client: KubeClient,
    resource: ApiResource,
    object: KubeObject,
    place: { name: string; revision: number; bodies: 'bodies' | 'later' },
  ) {
    this.client = client
    this.resource = resource
    this.namespace = namespaceOf(object)
    this.name = place.name
    this.revision = place.revision
    this.labels = labelsOf(object)
    this.resourceVersion = textAt(object, ['metadata', 'resourceVersion'])
    this.status = this.labels['status'] ?? 'unknown'
    this.key = nameOf(object)
    this.body = place.bodies === 'bodies' ? object : undefined
  }

  /** The whole record. */
  async record(signal: AbortSignal): Promise<ReleaseRecord> {
    const seen = await this.seenByHelm(signal)
    const pointer = pointerOf(seen)
    if (pointer === undefined) return seen
    const target = { client: this.client, namespace: this.namespace, name: this.name }
    return joinParts(seen, pointer, await readParts(target, this.revision, pointer, signal))
  }

  /**
   * The record as Helm sees it: of a record that is too large for one object, only the parts that
   * lists need.
   */
  async seenByHelm(signal: AbortSignal): Promise<ReleaseRecord> {
    this.body ??= await this.fetch(signal)
    return decodeRelease(storedText(this.body))
  }

  private async fetch(signal: AbortSignal): Promise<KubeObject> {
    const { resource, namespace, key: name } = this
    const object = await getObject(this.client, { resource, namespace, name }, {}, signal)
    if (object !== undefined) return object
    const what = `revision ${this.revision} of release ${this.name} is no longer there`
    throw new ReleaseError('gone', what)
  }
}
