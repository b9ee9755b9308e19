import type { Repository } from '../../../../kinds/repository.ts'
import { type MirrorLock, readLock } from '../../../../mirror/file/lock-file.ts'
import { MirrorError } from '../../../../mirror/errors.ts'
import type { MirrorJob } from '../../../../mirror/job/mirror-job.ts'
import type { KubeObject } from '../../../../objects/kube-object.ts'
import { ownersOf, textAt } from '../../../../objects/kube-object.ts'
import type { AddressPolicy } from '../../../../sources/policy/judge.ts'
import type { Access } from '../../../sources/read-access.ts'
import { chartRequestOf, trustOf } from '../../../sources/source-request.ts'
import { indexPlaceOf } from '../act.ts'

/** The key of the lock in its ConfigMap. */
export const lockKey = 'mirror.lock'

/** The name of the ConfigMap with the lock of a Repository's mirror. */
export function lockNameOf({ metadata }: Repository): string {
  return `${metadata.name}-mirror`
}

type Complete = Extract<Access, { readonly state: 'complete' }>

export interface JobParts {
  /** Of the Repository itself. */
  readonly source: Complete
  readonly destination: Complete
  readonly before: MirrorLock | undefined
}

export interface JobPlaces {
  readonly policy: AddressPolicy
  readonly indexFolder: string
  readonly mirrorFolder: string
  readonly platformNamespace: string
}

const pace = { parallel: 4, mostPatience: 900_000 } as const

/** The job of a mirror as it is written now. */
export function mirrorJobOf(
  repository: Repository,
  { source, destination, before }: JobParts,
  { policy, indexFolder, mirrorFolder, platformNamespace }: JobPlaces,
): MirrorJob | undefined {
  const { metadata, spec } = repository
  const { mirror, url } = spec
  if (mirror === undefined) return undefined
  const trust = trustOf(metadata.namespace, platformNamespace)
  const key = `${metadata.namespace}/${metadata.name}`
  const from = {
    address: url,
    trust,
    ...(source.credentials === undefined ? {} : { credentials: source.credentials }),
    ...(source.tls === undefined ? {} : { tls: source.tls }),
    repositoryName: indexPlaceOf(key, indexFolder).name,
  }
  const { to, map, platforms, signatures, images, table } = mirror
  return {
    charts: mirror.charts.map(({ name, versions, latest, images: choice }) => ({
      request: chartRequestOf({ spec: { kind: 'helm', name }, metadata: { name } }, from),
      versions,
      latest,
      images: choice,
    })),
    images,
    to: {
      ...(to.images === undefined ? {} : { images: to.images }),
      ...(to.charts === undefined ? {} : { charts: to.charts }),
    },
    map: map ?? {},
    platforms,
    ...(table === undefined ? {} : { table }),
    signatures,
    trust,
    policy,
    logins: loginsOf(repository, source, destination),
    ...(destination.tls === undefined ? {} : { tls: destination.tls }),
    pace,
    ...(before === undefined ? {} : { before }),
    indexFolder,
    contentFolder: mirrorFolder,
  }
}

function loginsOf({ spec }: Repository, source: Complete, destination: Complete) {
  const places = [spec.mirror?.to.images, spec.mirror?.to.charts].flatMap((text) =>
    text === undefined ? [] : [hostOf(text)],
  )
  return {
    ...(source.credentials === undefined ? {} : { [hostOf(spec.url)]: source.credentials }),
    ...(destination.credentials === undefined
      ? {}
      : Object.fromEntries(places.map((host) => [host, destination.credentials] as const))),
  } as MirrorJob['logins']
}

/** The host in an address or in a registry with a folder. */
export function hostOf(place: string): string {
  return place.replace(/^[a-z+]+:\/\//, '').split('/', 1)[0] ?? ''
}

/** The lock in a ConfigMap; undefined when it is not of this Repository, or cannot be read. */
export function lockIn(
  object: KubeObject | undefined,
  { metadata }: Repository,
): MirrorLock | undefined {
  if (object === undefined || !isLockOf(object, metadata.uid)) return undefined
  try {
    return readLock(textAt(object, ['data', lockKey]), lockKey)
  } catch (error) {
    if (!(error instanceof MirrorError)) throw error
    // It is written anew after the next run.
    return undefined
  }
}

/** Whether a ConfigMap belongs to a Repository. */
export function isLockOf(object: KubeObject, uid: string): boolean {
  return ownersOf(object).some((owner) => owner.uid === uid)
}
