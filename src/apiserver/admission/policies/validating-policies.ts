import type { Json, JsonObject } from '../../../objects/json.ts'
import { listAt, nameOf, textAt } from '../../../objects/kube-object.ts'
import { StatusError, type StatusReason } from '../../errors.ts'
import type { Admission, AdmissionRequest, Registry } from '../../registry/registry.ts'
import { forbidden } from '../../status-errors.ts'
import { evaluate, type Variables } from './expressions.ts'
import { hooksFor, meetsConditions, variablesFor, type Hook } from './policy-hooks.ts'

const codes: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
  Invalid: 422,
}
const longestMessage = 5 * 1024

/** Why a policy is against a write. */
interface Objection {
  readonly message: string
  readonly reason: StatusReason
}

/** The demands that the expressions of administrators make on every write. */
export const validatingPolicies: Admission = {
  name: 'ValidatingAdmissionPolicy',
  validate(request, registry) {
    for (const hook of hooksFor('validating', request, registry)) {
      for (const objection of objectionsOf(hook, request, registry)) raise(hook, request, objection)
    }
  },
}

function raise({ policy, binding }: Hook, request: AdmissionRequest, objection: Objection): void {
  const names = `'${nameOf(policy)}' with binding '${nameOf(binding)}'`
  const actions = listAt(binding, ['spec', 'validationActions'])
  if (actions.includes('Warn')) {
    request.warn(`Validation failed for ValidatingAdmissionPolicy ${names}: ${objection.message}`)
  }
  if (!actions.includes('Deny')) return
  const message = `ValidatingAdmissionPolicy ${names} denied request: ${objection.message}`
  const refusal = forbidden(request.served.resource, request.name, message)
  const details = { ...refusal.extras.details, causes: [{ message }] }
  const { reason } = objection
  throw new StatusError(codes[reason] ?? 422, reason, refusal.message, { details })
}

function objectionsOf(
  hook: Hook,
  request: AdmissionRequest,
  registry: Registry,
): readonly Objection[] {
  const fails = textAt(hook.policy, ['spec', 'failurePolicy']) !== 'Ignore'
  const failure = (message: string): readonly Objection[] =>
    fails ? [{ message, reason: 'Invalid' }] : []
  if (hook.fault !== undefined) return failure(hook.fault)
  return hook.params.flatMap((params) => {
    const variables = variablesFor(hook, request, params, registry)
    const isMet = meetsConditions(listAt(hook.policy, ['spec', 'matchConditions']), variables)
    if (typeof isMet === 'string') return failure(isMet)
    if (!isMet) return []
    return listAt(hook.policy, ['spec', 'validations']).flatMap((validation) => {
      const outcome = evaluate(textAt(validation, ['expression']), variables)
      if ('fault' in outcome) return failure(outcome.fault)
      return outcome.value === true ? [] : [objectionFor(validation, variables)]
    })
  })
}

function objectionFor(validation: Json, variables: Variables): Objection {
  const reason = textAt(validation, ['reason'])
  return {
    message: messageFor(validation as JsonObject, variables),
    reason: reason in codes ? (reason as StatusReason) : 'Invalid',
  }
}

function messageFor(validation: JsonObject, variables: Variables): string {
  const expression = textAt(validation, ['messageExpression'])
  const outcome = expression === '' ? undefined : evaluate(expression, variables)
  const made = outcome !== undefined && 'value' in outcome ? outcome.value : ''
  const text = typeof made === 'string' ? made.trim() : ''
  const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= longestMessage
  if (isUsable) return text
  const fixed = textAt(validation, ['message']).trim()
  return fixed === '' ? `failed expression: ${textAt(validation, ['expression']).trim()}` : fixed
}
