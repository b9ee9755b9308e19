import { type StatusCondition, datedConditions } from '../../kinds/conditions.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { applyObject } from '../../kube/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import {
  type Json,
  type JsonObject,
  equalJson,
  isJsonList,
  isJsonObject,
} from '../../objects/json.ts'
import {
  type KubeObject,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { StatusWish } from './status.ts'

const ours: ReadonlySet<string> = new Set([
  'Ready',
  'Reconciling',
  'Stalled',
  'Installed',
  'Healthy',
  'Drifted',
])

/** Applies a status; gives the object as it then is, or undefined when there was nothing new to say. */
export async function writeStatus(
  client: KubeClient,
  object: KubeObject,
  { findings, fields }: StatusWish,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const before = readPath(object, ['status'])
  const old = conditionsIn(before)
  const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const conditions = datedConditions(findings, old, now)
  const observedGeneration = object.metadata['generation'] ?? 0
  const status = { ...fields, observedGeneration, conditions } as unknown as JsonObject
  if (equalJson(status, oursIn(before))) return undefined
  const metadata = { name: nameOf(object), namespace: namespaceOf(object) }
  const body = { apiVersion, kind: pluginKind.kind, metadata, status }
  const options = { subresource: 'status', force: true }
  try {
    const written = await applyObject(client, resourceOf(pluginKind), body, options, signal)
    return written.object
  } catch (error) {
    // It was deleted meanwhile, and the next pass hears of that.
    if (isKubeError(error, 'not-found')) return undefined
    throw error
  }
}

function conditionsIn(status: Json | undefined): readonly StatusCondition[] {
  const found = readPath(status, ['conditions'])
  return isJsonList(found) ? (found as unknown as readonly StatusCondition[]) : []
}

// Conditions of others stand beside ours.
function oursIn(status: Json | undefined): JsonObject {
  const all = isJsonObject(status) ? status : {}
  const conditions = conditionsIn(status).filter(({ type }) => ours.has(type))
  return { ...all, conditions }
}

/** Whether two states of a plugin say different things to those who depend on it. */
export function tellsNews(before: KubeObject, now: KubeObject): boolean {
  return !equalJson(newsOf(before), newsOf(now))
}

function newsOf(object: KubeObject): Json {
  const status = readPath(object, ['status'])
  const states = conditionsIn(status)
    .filter(({ type }) => type === 'Installed' || type === 'Healthy')
    .map(({ type, status: is }) => `${type}=${is}`)
  return [
    states.toSorted(),
    textAt(status, ['version']),
    readPath(status, ['observedGeneration']) ?? 0,
    readPath(status, ['waitingFor']) !== undefined,
    textAt(object, ['metadata', 'deletionTimestamp']),
  ]
}
