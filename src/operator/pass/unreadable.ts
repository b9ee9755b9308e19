import type { Finding } from '../../kinds/conditions.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { isJsonObject, type JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { DesiredStatus } from './apply-status.ts'

/** The conditions of an object that cannot be parsed. */
export type UnreadableFindings = Readonly<Record<string, Finding['status']>>

/** Those of a kind that says how far the work on it is. */
export const stalledFindings: UnreadableFindings = {
  Ready: 'False',
  Reconciling: 'False',
  Stalled: 'True',
}

/** The status of an object that cannot be parsed: its problems, and everything else as it was. */
export function unreadable(
  object: KubeObject,
  { metadata, problems }: Extract<Parsed<unknown>, { readonly ok: false }>,
  types: UnreadableFindings,
): DesiredStatus {
  const message = problems.map(({ path, message: text }) => `${path} ${text}`).join('; ')
  const about = { reason: 'InvalidSpec', message, observedGeneration: metadata.generation } as const
  const findings = Object.entries(types).map(([type, status]) => ({ type, status, ...about }))
  return { findings, fields: fieldsOf(object) }
}

function fieldsOf({ status }: KubeObject): JsonObject {
  if (!isJsonObject(status)) return {}
  const { conditions: _conditions, observedGeneration: _generation, ...fields } = status
  return fields
}
