import { type KubeObject, kindOf } from '../objects/kube-object.ts'
import { writePath } from '../objects/write-path.ts'
import { applyObjects } from './apply/apply-objects.ts'
import { findDesired } from './desired/desired-object.ts'
import { objectKey } from './desired/object-id.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import { ReleaseError } from './errors.ts'
import { hold } from './hold.ts'
import type { ReleasePorts } from './ports.ts'
import type { ObjectName } from './release.ts'
import { throwFailures } from './throw-failures.ts'

export interface ReapplyInput {
  readonly namespace: string
  readonly name: string
  readonly revision: number
  /** Which objects of it. */
  readonly ids: readonly ObjectName[]
  /** JSON pointers of fields that are left to others. */
  readonly drop: (object: KubeObject) => readonly string[]
}

/** Applies objects of a revision again, because somebody changed them. There is no new revision. */
export async function reapply(
  { namespace, name, revision, ids, drop }: ReapplyInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const owner = { namespace, name }
  const read = await ports.store.get(owner, revision, signal)
  if (read === undefined) throw new ReleaseError('not-found', `release has no ${revision} version`)
  const keys = new Set(ids.map(objectKey))
  const place = { namespace, discovery: ports.discovery }
  const all = await findDesired(storedManifests(read.record).manifests, place, signal)
  const desired = all
    .filter(({ id }) => keys.has(objectKey(id)))
    .map((one) => ({ ...one, object: without(one.object, drop(one.object)) }))
  const conflicts = { conflicts: 'take', immutable: 'fail', migrate: false } as const
  const how = { owner, takeOwnership: false, ...conflicts }
  const seen = { before: new Map(), live: new Map(), unchecked: new Set<string>() }
  await hold(
    owner,
    ports,
    async (held) => {
      const { failures } = await applyObjects(desired, { ...how, ...seen }, ports, held.signal)
      throwFailures(failures)
    },
    signal,
  )
}

function without(object: KubeObject, pointers: readonly string[]): KubeObject {
  return pointers.reduce<KubeObject>((left, pointer) => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    return { ...left, ...writePath(left, path, undefined), kind: kindOf(left).kind }
  }, object)
}
