import type { KubeError } from '../../kube/errors.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { Wanted } from './observation.ts'
import type { Problem } from './plan.ts'

export interface RefusalFacts {
  /** Whether a namespace comes into being with the plan. */
  readonly createsNamespace: (name: string) => boolean
}

export interface Refusal {
  readonly live: KubeObject | undefined
  readonly error: KubeError
}

/** What the server's refusal to apply an object means for a person. */
export function explainRefusal(
  { id }: Pick<Wanted, 'id'>,
  { live, error }: Refusal,
  facts: RefusalFacts,
): readonly Problem[] {
  const { code, message } = error
  if (code === 'not-found') return [explainAbsence(id.namespace, message, facts)]
  if (message.includes('webhook') && code !== 'invalid' && code !== 'forbidden')
    return [explainWebhook(message)]
  if (code === 'forbidden' && /\bcannot (?:patch|create|get|update) resource\b/.test(message))
    return [{ is: 'permission', message, blocking: true }]
  const fields = live === undefined || code !== 'invalid' ? [] : immutableFields(error)
  if (fields.length === 0) return [{ is: 'refused', message, blocking: true }]
  return fields.map(({ field, message: why }) => ({
    is: 'immutable',
    field,
    message: `${field === '' ? 'the object' : field} cannot be changed: ${why}`,
    blocking: true,
  }))
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

// There is no code for it; these are the words of the validations of built-in kinds, and of most rules
// that custom ones have.
const immutable =
  /immutable|may not be changed|cannot be (?:changed|modified|updated)|cannot change|updates to .* are forbidden|may not be (?:modified|updated)|may only be changed|is read-only/i

function immutableFields(
  error: KubeError,
): readonly { readonly field: string; readonly message: string }[] {
  const found = error.causes.filter(({ message }) => immutable.test(message))
  if (found.length > 0)
    return found.map(({ field, message }) => ({ field, message: reasonIn(message) }))
  return immutable.test(error.message) ? [{ field: '', message: error.message }] : []
}

// `Invalid value: …: field is immutable`: the value may be a whole object, and is shown as a change.
function reasonIn(message: string): string {
  const last = message.slice(message.lastIndexOf(': ') + 2)
  return immutable.test(last) ? last : message
}
