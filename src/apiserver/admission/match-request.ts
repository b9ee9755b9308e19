import { fieldOf, type Json, type JsonObject } from '../../objects/json.ts'
import { labelsOf, listAt, textAt } from '../../objects/kube-object.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import type { AdmissionRequest, Registry } from '../registry/registry.ts'
import type { Served } from '../registry/served.ts'

/**
 * The resources that policies and webhooks cannot stand in the way of: those of policies and
 * webhooks.
 */
const untouchable = new Set(
  `mutatingwebhookconfigurations validatingwebhookconfigurations validatingadmissionpolicies
  validatingadmissionpolicybindings mutatingadmissionpolicies mutatingadmissionpolicybindings`
    .split(/\s+/)
    .map((resource) => `admissionregistration.k8s.io/${resource}`),
)

/** Where the constraints of a policy or a webhook are in it. */
export interface Constraints {
  readonly rules: readonly Json[]
  readonly excluded: readonly Json[]
  readonly namespaceSelector: Json | undefined
  readonly objectSelector: Json | undefined
  readonly matchPolicy: string
}

/** Reads the `matchConstraints` of a policy or the `matchResources` of a binding. */
export function constraintsIn(value: Json | undefined): Constraints {
  return {
    rules: listAt(value, ['resourceRules']),
    excluded: listAt(value, ['excludeResourceRules']),
    namespaceSelector: fieldOf(value, 'namespaceSelector'),
    objectSelector: fieldOf(value, 'objectSelector'),
    matchPolicy: textAt(value, ['matchPolicy']),
  }
}

/** In which version of its kind a write concerns whoever has the constraints; undefined when it does not. */
export function matchedVersion(
  constraints: Constraints,
  request: AdmissionRequest,
  registry: Registry,
): Served | undefined {
  const { served } = request
  if (untouchable.has(served.bucket)) return undefined
  if (!isInNamespace(constraints.namespaceSelector, request, registry)) return undefined
  if (!isSelected(constraints.objectSelector, request)) return undefined
  const isEquivalent = constraints.matchPolicy !== 'Exact'
  const versions = isEquivalent ? versionsOf(registry, served) : [served]
  const found = versions.find((one) =>
    constraints.rules.some((rule) => matchesRule(rule, one, request)),
  )
  if (found === undefined) return undefined
  const isExcluded = versions.some((one) =>
    constraints.excluded.some((rule) => matchesRule(rule, one, request)),
  )
  return isExcluded ? undefined : found
}

/** Whether a binding lets a write through to its policy; one that says nothing does. */
export function isBound(
  constraints: Constraints,
  request: AdmissionRequest,
  registry: Registry,
): boolean {
  const { rules } = constraints
  if (rules.length > 0) return matchedVersion(constraints, request, registry) !== undefined
  const everything = {
    apiGroups: ['*'],
    apiVersions: ['*'],
    resources: ['*/*'],
    operations: ['*'],
  }
  return matchedVersion({ ...constraints, rules: [everything] }, request, registry) !== undefined
}

/** The version of the request first. */
function versionsOf(registry: Registry, served: Served): readonly Served[] {
  const others = registry.catalogue
    .all()
    .filter((one) => one.bucket === served.bucket && one.apiVersion !== served.apiVersion)
  return [served, ...others]
}

function matchesRule(rule: Json, { resource }: Served, request: AdmissionRequest): boolean {
  const { operation, subresource, name } = request
  const has = (field: string, wanted: string): boolean => {
    const list = listAt(rule, [field])
    return list.includes('*') || list.includes(wanted)
  }
  const names = listAt(rule, ['resourceNames'])
  if (names.length > 0 && !names.includes(name)) return false
  if (!has('operations', operation)) return false
  if (!has('apiGroups', resource.group) || !has('apiVersions', resource.version)) return false
  const scope = textAt(rule, ['scope'])
  if (scope === 'Cluster' && resource.namespaced) return false
  if (scope === 'Namespaced' && !resource.namespaced) return false
  return listAt(rule, ['resources']).some((written) => {
    const [wanted = '', part = ''] = (typeof written === 'string' ? written : '').split('/')
    const isKind = wanted === '*' || wanted === resource.resource
    return isKind && (part === '*' || part === subresource)
  })
}

/** An object outside namespaces is in all of them; a namespace is in itself. */
function isInNamespace(
  selector: Json | undefined,
  { served, namespace, name, draft, old }: AdmissionRequest,
  registry: Registry,
): boolean {
  if (isEmpty(selector)) return true
  const isNamespace = served.bucket === 'namespaces'
  if (!isNamespace && namespace === '') return true
  const stored = registry.store.latest('namespaces', isNamespace ? name : namespace)?.object
  const object = isNamespace ? (draft ?? old ?? stored) : stored
  return matchesLabels(readLabelSelector(selector), labelsOf((object ?? {}) as JsonObject))
}

function isSelected(selector: Json | undefined, { draft, old }: AdmissionRequest): boolean {
  if (isEmpty(selector)) return true
  const written = readLabelSelector(selector)
  return [draft, old].some((one) => one !== undefined && matchesLabels(written, labelsOf(one)))
}

function isEmpty(selector: Json | undefined): boolean {
  return (
    selector === undefined ||
    selector === null ||
    (Object.keys(fieldOf(selector, 'matchLabels') ?? {}).length === 0 &&
      listAt(selector, ['matchExpressions']).length === 0)
  )
}
