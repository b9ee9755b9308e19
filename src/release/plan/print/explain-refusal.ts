import type { KubeError } from '../../../kube/errors.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import { immutableFields, mayRecreate } from '../../immutable-fields.ts'
import type { ObjectToPlan } from '../observation.ts'
import type { Problem } from '../plan.ts'

export interface RefusalFacts {
  /** Whether a namespace comes into being with the plan. */
  readonly createsNamespace: (name: string) => boolean
  /** Whether what cannot be changed is deleted and created again. */
  readonly recreates: boolean
}

export interface Refusal {
  readonly live: KubeObject | undefined
  readonly error: KubeError
}

/** The meaning of the server's refusal to apply an object, for a person. */
export function explainRefusal(
  { id }: Pick<ObjectToPlan, 'id'>,
  { live, error }: Refusal,
  facts: RefusalFacts,
): readonly Problem[] {
  const { code, message } = error
  if (code === 'not-found') return [explainAbsence(id.namespace, message, facts)]
  if (message.includes('webhook') && code !== 'invalid' && code !== 'forbidden')
    return [explainWebhook(message)]
  if (code === 'forbidden' && /\bcannot (?:patch|create|get|update) resource\b/.test(message))
    return [{ is: 'permission', message, blocking: true }]
  const fields = live === undefined ? [] : immutableFields(error)
  if (fields.length === 0) return [{ is: 'refused', message, blocking: true }]
  const isRecreated = facts.recreates && mayRecreate(id.kind)
  return fields.map(({ field, message: why }) => ({
    is: 'immutable',
    field,
    message: `${field === '' ? 'the object' : field} cannot be changed: ${why}${wayOut(id.kind, facts)}`,
    blocking: !isRecreated,
  }))
}

function wayOut(kind: string, { recreates }: RefusalFacts): string {
  if (!mayRecreate(kind)) return ''
  return recreates
    ? '; it is deleted and created again'
    : '; --recreate deletes it and creates it again'
}

function explainAbsence(namespace: string, message: string, facts: RefusalFacts): Problem {
  const isNamespace = message.includes(`namespaces "${namespace}" not found`)
  if (!isNamespace) return { is: 'unverifiable', because: 'kind', message, blocking: false }
  if (!facts.createsNamespace(namespace)) return { is: 'refused', message, blocking: true }
  const text = `namespace ${namespace} is not there before this plan is carried out`
  return { is: 'unverifiable', because: 'namespace', message: text, blocking: false }
}

// The server itself refuses to try where a webhook has side effects, before it calls any; so nobody has
// to be allowed to read the configurations of webhooks, and none can be overlooked.
function explainWebhook(message: string): Problem {
  return { is: 'unverifiable', because: 'webhook', message, blocking: false }
}
