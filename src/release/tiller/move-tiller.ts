import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { equalJson } from '../../objects/json.ts'
import { type KubeObject, labelsOf, nameOf } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import { type Driver, resourceOf } from '../record/driver.ts'
import { storedText } from '../record/storage-object.ts'
import type { ReleaseStore } from '../record/store.ts'
import type { ReleaseRecord } from '../release.ts'
import { recordOfTiller } from './record-of-tiller.ts'
import { decodeTillerRelease } from './tiller-release.ts'

/** Where a Tiller keeps its records. */
export interface TillerPlace {
  readonly namespace: string
  readonly driver: Driver
}

/** A release of Helm 2 by the objects that hold its revisions, the newest first. */
export interface TillerHistory {
  readonly name: string
  readonly revisions: readonly TillerRevision[]
}

export interface TillerRevision {
  readonly revision: number
  readonly object: KubeObject
}

export interface MoveOptions extends TillerPlace {
  /** The newest revisions that are converted; 0 for all. */
  readonly mostRevisions: number
  /** Whether the records of Helm 2 go, all of the release, once every converted revision is there. */
  readonly records: 'keep' | 'delete'
  readonly dryRun: boolean
}

/** The result for one release; `older` revisions were beyond the number that was asked for. */
export interface MovedRelease {
  readonly name: string
  readonly namespace: string
  readonly status: string
  readonly revisions: readonly { readonly revision: number; readonly did: 'converted' | 'there' }[]
  readonly older: number
  readonly deleted: number
}

/** The releases that a Tiller recorded, by name. */
export async function listTiller(
  client: KubeClient,
  { namespace, driver }: TillerPlace,
  signal: AbortSignal,
): Promise<readonly TillerHistory[]> {
  const where = { resource: resourceOf(driver), namespace, labelSelector: 'OWNER=TILLER' }
  const { objects } = await listObjects(client, where, { pageSize: 0 }, signal)
  const found = objects.flatMap((object) => {
    const { NAME: name, VERSION: version } = labelsOf(object)
    const revision = Number(version)
    return name === undefined || !Number.isSafeInteger(revision) ? [] : [{ name, revision, object }]
  })
  const grouped = Map.groupBy(found, ({ name }) => name)
  return [...grouped]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => ({
      name,
      revisions: all.toSorted((a, b) => b.revision - a.revision),
    }))
}

/**
 * Records the revisions of a release of Helm 2 as Helm 3 would have. The objects of the release are not touched. The newest revision comes
 * first, so that a run that was cut off leaves a release that stands where it stood; the next run adds the rest. A release of Helm 3 that has
 * the name and is another one is refused.
 */
export async function moveTiller(
  { name, revisions }: TillerHistory,
  options: MoveOptions,
  { client, store }: { readonly client: KubeClient; readonly store: ReleaseStore },
  signal: AbortSignal,
): Promise<MovedRelease> {
  const { mostRevisions, dryRun } = options
  const wanted = mostRevisions === 0 ? revisions : revisions.slice(0, mostRevisions)
  const records = wanted.map(({ object }) => recordOf(object))
  const [newest] = records
  if (newest === undefined) throw new ReleaseError('not-found', `Tiller has no release ${name}`)
  const place = { namespace: newest.namespace, name: newest.name }
  const known = new Set((await store.outline(place, signal)).map(({ revision }) => revision))
  const there = new Set<number>()
  for (const record of records) {
    if (!known.has(record.version)) continue
    await refuseOther(record, store, signal)
    there.add(record.version)
  }
  if (there.size === 0 && known.size > 0) throw alreadyThere(place)
  if (!dryRun) {
    for (const record of records) {
      if (!there.has(record.version)) await write(record, store, signal)
    }
  }
  const deleted = options.records === 'delete' ? revisions : []
  if (!dryRun) await deleteRecords(client, options, deleted, signal)
  return {
    ...place,
    status: newest.info.status,
    revisions: records.map(({ version }) => ({
      revision: version,
      did: there.has(version) ? 'there' : 'converted',
    })),
    older: revisions.length - wanted.length,
    deleted: deleted.length,
  }
}

function recordOf(object: KubeObject): ReleaseRecord {
  try {
    return recordOfTiller(decodeTillerRelease(storedText(object)))
  } catch (cause) {
    if (!(cause instanceof ReleaseError)) throw cause
    throw new ReleaseError(cause.code, `${nameOf(object)}: ${cause.message}`, { cause })
  }
}

async function refuseOther(
  record: ReleaseRecord,
  store: ReleaseStore,
  signal: AbortSignal,
): Promise<void> {
  const found = await store.get(record, record.version, signal)
  if (found === undefined) return
  const { manifest, info, chart } = found.record
  const isSame =
    manifest === record.manifest &&
    info.first_deployed === record.info.first_deployed &&
    equalJson(chart.metadata, record.chart.metadata)
  if (!isSame) throw alreadyThere(record)
}

function alreadyThere({ namespace, name }: { namespace: string; name: string }): ReleaseError {
  const what = `release ${name} of Helm 3 in namespace ${namespace} is another one than Tiller's`
  return new ReleaseError('exists', `${what}: nothing of it was converted`)
}

async function write(
  record: ReleaseRecord,
  store: ReleaseStore,
  signal: AbortSignal,
): Promise<void> {
  try {
    await store.create(record, { labels: {}, maxHistory: 0 }, signal)
  } catch (cause) {
    if (!isKubeError(cause, 'not-found')) throw cause
    const what = `namespace ${record.namespace} of release ${record.name} is not there`
    throw new ReleaseError('not-found', `${what}: create it, or delete Tiller's records`, { cause })
  }
}

async function deleteRecords(
  client: KubeClient,
  { namespace, driver }: TillerPlace,
  revisions: readonly TillerRevision[],
  signal: AbortSignal,
): Promise<void> {
  const resource = resourceOf(driver)
  // The newest last: what is left of a run that was cut off still says where the release stands.
  for (const { object } of revisions.toReversed()) {
    await deleteObject(client, { resource, namespace, name: nameOf(object) }, {}, signal)
  }
}
