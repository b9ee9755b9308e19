import { ObjectsError } from '../../../objects/errors.ts'
import { isJsonObject, type Json } from '../../../objects/json.ts'
import { listAt, nameOf, textAt } from '../../../objects/kube-object.ts'
import { mergeValues } from '../../../objects/merge/merge-values.ts'
import { applyJsonPatch } from '../../../objects/patch/json-patch.ts'
import { replaceDraft } from '../replace-draft.ts'
import type { Admission, AdmissionRequest, Registry } from '../../registry/registry.ts'
import { forbidden } from '../../status-errors.ts'
import { evaluate, jsonOf, type Variables } from './expressions.ts'
import { hooksFor, meetsConditions, variablesFor, type Hook } from './policy-hooks.ts'

/** The changes that the expressions of administrators make in every write. */
export const mutatingPolicies: Admission = {
  name: 'MutatingAdmissionPolicy',
  mutate(request, registry) {
    if (request.draft === undefined || request.operation === 'DELETE') return
    for (const hook of hooksFor('mutating', request, registry)) {
      const fault = hook.fault ?? mutateBy(hook, request, registry)
      if (fault === undefined || textAt(hook.policy, ['spec', 'failurePolicy']) === 'Ignore')
        continue
      const names = `'${nameOf(hook.policy)}' with binding '${nameOf(hook.binding)}'`
      const why = `MutatingAdmissionPolicy ${names} denied request: ${fault}`
      throw forbidden(request.served.resource, request.name, why)
    }
  },
}

/** Gives why it could not. */
function mutateBy(hook: Hook, request: AdmissionRequest, registry: Registry): string | undefined {
  for (const params of hook.params) {
    const first = variablesFor(hook, request, params, registry)
    const isMet = meetsConditions(listAt(hook.policy, ['spec', 'matchConditions']), first)
    if (typeof isMet === 'string') return isMet
    if (!isMet) continue
    for (const mutation of listAt(hook.policy, ['spec', 'mutations'])) {
      // Each sees what those before it have made.
      const fault = mutateOnce(mutation, request, variablesFor(hook, request, params, registry))
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

function mutateOnce(
  mutation: Json,
  request: AdmissionRequest,
  variables: Variables,
): string | undefined {
  const isPatch = textAt(mutation, ['patchType']) === 'JSONPatch'
  const expression = textAt(mutation, [isPatch ? 'jsonPatch' : 'applyConfiguration', 'expression'])
  const outcome = evaluate(expression, variables)
  if ('fault' in outcome) return outcome.fault
  const made = jsonOf(outcome.value)
  const { draft = {}, served } = request
  if (made === undefined) return `expression '${expression}' gave nothing that can be applied`
  try {
    const changed = isPatch ? applyJsonPatch(draft, made) : configured(request, made)
    if (isJsonObject(changed)) replaceDraft(draft, changed, served)
    return undefined
  } catch (error) {
    if (error instanceof ObjectsError) return error.message
    throw error
  }
}

function configured({ draft = {}, served }: AdmissionRequest, made: Json): Json | undefined {
  const type = served.managed('')?.typeOf(served.apiVersion) ?? served.type ?? {}
  return mergeValues(draft, made, type)
}
