import { quote } from '../../formats/quote.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import { StatusError } from '../errors.ts'
import type { AdmissionRequest, Registry } from '../registry/registry.ts'
import { forbidden, notFound } from '../status-errors.ts'
import { privilegedGroup, roleRules, rulesFor } from './rbac.ts'
import { missingRights, quotedList } from './rules-cover.ts'

const rbacGroup = 'rbac.authorization.k8s.io'

/** A write of a role or a binding, and how the request names its object. */
export interface RightsWrite extends AdmissionRequest {
  /** The name in the path; empty where objects are posted. */
  readonly nameInPath: string
  /** The name that the client chose; empty where the server generates one. */
  readonly chosenName: string
  /** The object was sent with the fields that the server had given it. */
  readonly isWhole: boolean
}

const everything: readonly Json[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
]

/**
 * Refuses a role or a binding that gives rights which its writer does not hold, as the API server of
 * Kubernetes does: unless the writer may `escalate` the role, or `bind` the role that is referred to.
 */
export function checkEscalation(registry: Registry, write: RightsWrite): void {
  const { served, user, draft, old, isWhole } = write
  const { group, resource } = served.resource
  if (group !== rbacGroup || draft === undefined) return
  if (user.groups.includes(privilegedGroup)) return
  if (isWhole && old !== undefined && isOnlyForGarbageCollection(draft, old)) return
  if (resource.endsWith('bindings')) checkBinding(registry, write, draft)
  else checkRole(registry, write, draft)
}

function checkRole(registry: Registry, write: RightsWrite, role: JsonObject): void {
  const { resource } = write.served.resource
  if (mayDo(registry, write, { verb: 'escalate', resource, name: write.nameInPath })) return
  confirm(registry, write, listAt(role, ['rules']))
  if (![role, write.old].some((one) => gathers(one))) return
  if (missingRights(heldBy(registry, write).rules, everything).length === 0) return
  throw refusal(write, 'must have cluster-admin privileges to use the aggregationRule')
}

function checkBinding(registry: Registry, write: RightsWrite, binding: JsonObject): void {
  const kind = textAt(binding, ['roleRef', 'kind'])
  const name = textAt(binding, ['roleRef', 'name'])
  const resource = { Role: 'roles', ClusterRole: 'clusterroles' }[kind]
  if (resource === undefined) {
    throw new StatusError(500, '', `unsupported role reference kind: ${quote(kind)}`)
  }
  if (mayDo(registry, write, { verb: 'bind', resource, name })) return
  const rules = roleRules(registry.store, { kind, name }, write.namespace)
  // The real server names the resource of the request and the role.
  if (rules === undefined) throw notFound(write.served.resource, name)
  confirm(registry, write, rules)
}

function mayDo(
  { authorize }: Registry,
  { user, namespace }: RightsWrite,
  wanted: { readonly verb: string; readonly resource: string; readonly name: string },
): boolean {
  const place = { group: rbacGroup, version: '*', subresource: '', namespace }
  return authorize(user, { what: 'resource', ...place, ...wanted }).allowed
}

function confirm(registry: Registry, write: RightsWrite, granted: readonly Json[]): void {
  const { rules, lost } = heldBy(registry, write)
  const missing = missingRights(rules, granted)
  if (missing.length === 0) return
  const { name, groups } = write.user
  const who = `user ${quote(name)} (groups=${quotedList(groups)})`
  const what = `is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}`
  throw refusal(write, `${who} ${what}${lostText(write, lost)}`)
}

interface Held {
  readonly rules: readonly Json[]
  /** The names of roles that bindings refer to and that are not there. */
  readonly lost: readonly string[]
}

function heldBy({ store }: Registry, { user, namespace }: RightsWrite): Held {
  const lost: string[] = []
  const granted = rulesFor(store, user, namespace, (name) => void lost.push(name))
  return { rules: Array.from(granted, ({ rule }) => rule), lost }
}

function lostText({ served }: RightsWrite, lost: readonly string[]): string {
  if (lost.length === 0) return ''
  const errors = lost.map((name) => notFound(served.resource, name).message)
  const text = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`
  return `; resolution errors: [${text}]`
}

function refusal({ served, chosenName }: RightsWrite, why: string): StatusError {
  return forbidden(served.resource, chosenName, why)
}

function gathers(role: JsonObject | undefined): boolean {
  return listAt(role, ['aggregationRule', 'clusterRoleSelectors']).length > 0
}

/** Owners and finalizers are for those who clean up, whatever they hold. */
function isOnlyForGarbageCollection(draft: JsonObject, old: JsonObject): boolean {
  return equalJson(withoutUpkeep(draft), withoutUpkeep(old))
}

function withoutUpkeep(object: JsonObject): JsonObject {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {}
  const { ownerReferences: _, finalizers: __, managedFields: ___, ...rest } = metadata
  return { ...object, metadata: rest }
}
