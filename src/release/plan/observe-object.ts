import type { ApiResource } from '../../kube/api-resource.ts'
import { type KubeError, isKubeError } from '../../kube/errors.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { targetOf } from '../../kube/objects/write-object.ts'
import { builtInSchemas } from '../../objects/api/built-in-schemas.ts'
import { ObjectsError } from '../../objects/errors.ts'
import { type KubeObject, kindOf, textAt } from '../../objects/kube-object.ts'
import { applyObject } from '../../objects/merge/field-manager.ts'
import { builtInKind } from '../../objects/merge/managed-kind.ts'
import { withCrdOwner } from '../desired/crd-owner.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, withOwnership } from '../desired/ownership.ts'
import { applyAsHelm } from '../server-apply/apply-as-helm.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import { helmManager } from '../server-apply/helm-apply.ts'
import { isSettled } from './is-settled.ts'
import type { Observation, ObjectToPlan } from './observation.ts'
import type { LiveObjects } from './read-live.ts'

export interface ObservePorts {
  readonly client: KubeClient
  readonly owner: Owner
  readonly conflicts: ConflictPolicy
  readonly live: LiveObjects
}

const attempts = 5

/** Asks the server what applying an object would give, unless its live state tells already. */
export async function observeObject(
  wanted: ObjectToPlan,
  ports: ObservePorts,
  signal: AbortSignal,
): Promise<Observation> {
  const { resource, id } = wanted
  if (resource === undefined) return { seen: 'not-served' }
  const mark = wanted.isOwned ? withOwnership : withCrdOwner
  const object = mark(wanted.object, ports.owner)
  let known = ports.live.get(objectKey(id))
  for (let attempt = 1; ; attempt++) {
    if (known !== undefined && isSettled(known, object)) return { seen: 'settled', live: known }
    const observation = await tryObject({ object, resource, known }, ports, signal)
    if (attempt >= attempts || !isOvertaken(observation)) return observation
    known = await getObject(ports.client, targetOf(resource, object), {}, signal)
  }
}

// A dry run answers for the object as it is by then: what somebody else wrote since it was read would
// look like ours. The version stays, because nothing is kept.
function isOvertaken(observation: Observation): boolean {
  if (observation.seen !== 'applied' || observation.live === undefined) return false
  return versionOf(observation.live) !== versionOf(observation.after)
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}

interface Trial {
  readonly object: KubeObject
  readonly resource: ApiResource
  readonly known: KubeObject | undefined
}

async function tryObject(
  { object, resource, known }: Trial,
  { client, conflicts }: ObservePorts,
  signal: AbortSignal,
): Promise<Observation> {
  // Looked for only when it turns out to be there.
  const readLive = async () =>
    known ?? (await getObject(client, targetOf(resource, object), {}, signal))
  const request = { client, resource, object, conflicts, dryRun: true }
  try {
    const input = known === undefined ? request : { ...request, live: known }
    const tried = await applyAsHelm(input, signal)
    if (tried.did === 'conflict') {
      const live = await readLive()
      const after = mergeHere(live, object)
      return {
        seen: 'conflict',
        live,
        after,
        conflicts: tried.conflicts,
        message: tried.error.message,
      }
    }
    const { written, taken, yielded } = tried
    const live = written.created ? undefined : await readLive()
    const { object: after, warnings } = written
    return { seen: 'applied', live, after, warnings, taken, yielded }
  } catch (error) {
    if (!isKubeError(error) || isPassing(error)) throw error
    const live = isKubeError(error, 'invalid') ? await readLive() : known
    return { seen: 'refused', live, after: mergeHere(live, object), error }
  }
}

// Failures that say nothing about the object. A server error does: so the server answers what does not
// fit the schema, and when a webhook does not answer.
function isPassing({ code, transient }: KubeError): boolean {
  return transient && code !== 'server-error'
}

// Where the server gives no result there is at least ours, for built-in kinds.
function mergeHere(live: KubeObject | undefined, object: KubeObject): KubeObject | undefined {
  const kind = builtInKind(builtInSchemas(), kindOf(object), '')
  if (live === undefined || kind === undefined) return undefined
  const request = { live, config: object, manager: helmManager, now: '1970-01-01T00:00:00Z' }
  try {
    const merged = applyObject(kind, { ...request, force: true })
    return merged.did === 'apply' ? (merged.object as KubeObject) : undefined
  } catch (error) {
    // It does not fit the schema, which is what the server said.
    if (error instanceof ObjectsError) return undefined
    throw error
  }
}
