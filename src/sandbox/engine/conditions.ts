import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'

/** A condition as a controller wants it. */
export interface WantedCondition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason?: string
  readonly message?: string
}

/**
 * The conditions with one of them set. The time of the transition stays while its status stays; `extra` are fields
 * that only some kinds have, such as the time of the last update.
 */
export function withCondition(
  conditions: readonly Json[],
  wanted: WantedCondition,
  now: string,
  extra: JsonObject = {},
): readonly Json[] {
  const before = conditions.find((one) => textAt(one, ['type']) === wanted.type)
  const isSame = textAt(before, ['status']) === wanted.status
  const condition: JsonObject = {
    ...extra,
    type: wanted.type,
    status: wanted.status,
    lastTransitionTime: isSame ? textAt(before, ['lastTransitionTime']) : now,
    ...(wanted.reason !== undefined && { reason: wanted.reason }),
    ...(wanted.message !== undefined && { message: wanted.message }),
  }
  if (before === undefined) return [...conditions, condition]
  return conditions.map((one) => (one === before ? condition : one))
}

/** The conditions in a status. */
export function conditionsIn(status: Json | undefined): readonly Json[] {
  return listAt(status, ['conditions'])
}

/** One of them. */
export function findCondition(conditions: readonly Json[], type: string): JsonObject | undefined {
  const found = conditions.find((one) => textAt(one, ['type']) === type)
  return isJsonObject(found) ? found : undefined
}
