import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import { labelsOf, listAt, nameOf, readPath, textAt } from '../../../objects/kube-object.ts'
import { matchesLabels } from '../../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../../objects/selector/read-label-selector.ts'
import { objectOf } from '../../registry/encode.ts'
import type { AdmissionRequest, Registry } from '../../registry/registry.ts'
import type { Served } from '../../registry/served.ts'
import { describeRequest, inVersion } from '../describe-request.ts'
import { constraintsIn, isBound, matchedVersion } from '../match-request.ts'
import { authorizerFor } from './authorizer.ts'
import { evaluate, lazyVariables, valueOf, type Variables } from './expressions.ts'

/** A policy that concerns a write, by one of its bindings. */
export interface Hook {
  readonly policy: JsonObject
  readonly binding: JsonObject
  readonly version: Served
  /** The objects it is to be evaluated with, one after the other; null when it takes none. */
  readonly params: readonly (JsonObject | null)[]
  /** Why it cannot be evaluated. */
  readonly fault?: string
}

/** The policies of a kind that concern a write. */
export function hooksFor(
  kind: 'validating' | 'mutating',
  request: AdmissionRequest,
  registry: Registry,
): readonly Hook[] {
  const bucket = `admissionregistration.k8s.io/${kind}admissionpolicies`
  const policies = registry.store.list(bucket, '')
  if (policies.length === 0) return []
  const bindings = registry.store
    .list(`admissionregistration.k8s.io/${kind}admissionpolicybindings`, '')
    .map(({ object }) => object as JsonObject)
  return policies.flatMap(({ object }) => {
    const policy = object as JsonObject
    const constraints = constraintsIn(readPath(policy, ['spec', 'matchConstraints']))
    const version = matchedVersion(constraints, request, registry)
    if (version === undefined) return []
    return bindings
      .filter((one) => textAt(one, ['spec', 'policyName']) === nameOf(policy))
      .filter((one) =>
        isBound(constraintsIn(readPath(one, ['spec', 'matchResources'])), request, registry),
      )
      .map((binding) => ({
        policy,
        binding,
        version,
        ...paramsFor(policy, binding, request, registry),
      }))
  })
}

function paramsFor(
  policy: JsonObject,
  binding: JsonObject,
  request: AdmissionRequest,
  registry: Registry,
): Pick<Hook, 'params' | 'fault'> {
  const kind = readPath(policy, ['spec', 'paramKind'])
  const reference = readPath(binding, ['spec', 'paramRef'])
  if (!isJsonObject(kind)) return { params: [null] }
  const name = `${textAt(kind, ['apiVersion'])}, Kind=${textAt(kind, ['kind'])}`
  const served = registry.catalogue.findKind(textAt(kind, ['apiVersion']), textAt(kind, ['kind']))
  if (served === undefined) {
    const fault = `failed to find resource referenced by paramKind: '${name}'`
    return { params: [], fault: `failed to configure policy: ${fault}` }
  }
  if (!isJsonObject(reference)) return { params: [null] }
  const found = findParams(served, reference, request, registry)
  if (found.length > 0) return { params: found }
  if (textAt(reference, ['parameterNotFoundAction']) === 'Allow') return { params: [] }
  const fault = 'no params found for policy binding with `Deny` parameterNotFoundAction'
  return { params: [], fault: `failed to configure binding: ${fault}` }
}

function findParams(
  served: Served,
  reference: JsonObject,
  request: AdmissionRequest,
  registry: Registry,
): readonly JsonObject[] {
  const home = textAt(reference, ['namespace']) || request.namespace
  const prefix = served.resource.namespaced ? `${home}/` : ''
  const name = textAt(reference, ['name'])
  if (name !== '') {
    const found = registry.store.latest(served.bucket, `${prefix}${name}`)
    return found === undefined ? [] : [objectOf(served, found)]
  }
  const selector = readLabelSelector(fieldOf(reference, 'selector') ?? {})
  return registry.store
    .list(served.bucket, prefix)
    .map((entry) => objectOf(served, entry))
    .filter((object) => matchesLabels(selector, labelsOf(object)))
}

/** The values that the expressions of a policy may look at. */
export function variablesFor(
  { policy, version }: Hook,
  request: AdmissionRequest,
  params: JsonObject | null,
  registry: Registry,
): Variables {
  const { draft, old, namespace, served } = request
  const home =
    namespace === '' || served.bucket === 'namespaces'
      ? undefined
      : registry.store.latest('namespaces', namespace)?.object
  const declared = listAt(policy, ['spec', 'variables']).map((one) => ({
    name: textAt(one, ['name']),
    expression: textAt(one, ['expression']),
  }))
  return lazyVariables(declared, {
    object: valueOf(inVersion(draft, version)),
    oldObject: valueOf(inVersion(old, version)),
    request: valueOf(describeRequest(request, version)),
    params: valueOf(params),
    namespaceObject: valueOf(withoutManagers(home)),
    authorizer: authorizerFor(request, registry),
  })
}

function withoutManagers(namespace: Json | undefined): Json | undefined {
  if (!isJsonObject(namespace)) return undefined
  const metadata = fieldOf(namespace, 'metadata')
  if (!isJsonObject(metadata)) return namespace
  const { managedFields: _, ...rest } = metadata
  return { ...namespace, metadata: rest }
}

/** Whether all conditions hold; a text when one of them cannot be evaluated. */
export function meetsConditions(
  conditions: readonly Json[],
  variables: Variables,
): boolean | string {
  let fault: string | undefined
  for (const condition of conditions) {
    const outcome = evaluate(textAt(condition, ['expression']), variables)
    if ('fault' in outcome) fault ??= outcome.fault
    else if (outcome.value !== true) return false
  }
  return fault ?? true
}
