import { type Finding, type StatusCondition, datedConditions } from '../../kinds/conditions.ts'
import { apiVersion } from '../../kinds/group.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import { isKubeError } from '../../kube/errors.ts'
import {
  type Json,
  type JsonObject,
  equalJson,
  isJsonList,
  isJsonObject,
} from '../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf, readPath } from '../../objects/kube-object.ts'

/** A status before the times are filled in at which its conditions last changed. */
export interface DesiredStatus {
  readonly findings: readonly Finding[]
  /** All other fields of the status; a field that is absent goes. */
  readonly fields: JsonObject
  /** The part of a status that is ours to write; all of it by default. */
  readonly ours?: (status: JsonObject) => JsonObject
  /** The generation that was looked at to the end; that of the object by default. */
  readonly observedGeneration?: number | 'none'
  /** The owner of these fields, where two parts of the operator write one status; that of the client by default. */
  readonly fieldManager?: string
}

/** Conditions that nobody but us writes: one of them that is no longer found goes. */
const general: readonly string[] = [
  'Ready',
  'Reconciling',
  'Stalled',
  'Installed',
  'Healthy',
  'Drifted',
  'Clamped',
  'Valid',
  'Reachable',
]

/**
 * Applies a status; gives the object as it then is, or undefined when there was nothing new to say. Conditions that others
 * wrote stay beside ours.
 */
export async function applyStatus(
  client: FencedClient,
  definition: KindDefinition,
  {
    object,
    desired: { findings, fields, observedGeneration: observed, ours: ofOurs = whole, ...more },
  }: { readonly object: KubeObject; readonly desired: DesiredStatus },
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const before = readPath(object, ['status'])
  const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const conditions = datedConditions(findings, conditionsIn(before), now)
  const observedGeneration = observed ?? object.metadata['generation'] ?? 0
  const looked = observedGeneration === 'none' ? {} : { observedGeneration }
  const status = { ...fields, ...looked, conditions } as unknown as JsonObject
  const ours = new Set([...general, ...findings.map(({ type }) => type)])
  if (equalJson(status, ofOurs(oursIn(before, ours)))) return undefined
  const namespace = namespaceOf(object)
  const metadata = { name: nameOf(object), ...(namespace === '' ? {} : { namespace }) }
  const body = { apiVersion, kind: definition.kind, metadata, status }
  const options = { subresource: 'status', force: true, ...more }
  try {
    const written = await applyObject(client, resourceOf(definition), body, options, signal)
    return written.object
  } catch (error) {
    // The object was deleted meanwhile; the next pass sees that.
    if (isKubeError(error, 'not-found')) return undefined
    throw error
  }
}

function whole(status: JsonObject): JsonObject {
  return status
}

function conditionsIn(status: Json | undefined): readonly StatusCondition[] {
  const found = readPath(status, ['conditions'])
  return isJsonList(found) ? (found as unknown as readonly StatusCondition[]) : []
}

function oursIn(status: Json | undefined, ours: ReadonlySet<string>): JsonObject {
  const all = isJsonObject(status) ? status : {}
  const conditions = conditionsIn(status).filter(({ type }) => ours.has(type))
  return { ...all, conditions }
}
