import type { Environment } from '@marcbachmann/cel-js'
import type { Authorize, Decision } from '../../auth/access.ts'
import { meter } from '../../custom/cel/rule-environment.ts'
import type { AdmissionRequest, Registry } from '../../registry/registry.ts'
import { isLabel, isSubdomain } from '../../registry/name-rules.ts'
import type { User } from '../../registry/user.ts'

// The value of `authorizer` in expressions about writes: it asks whether somebody may do something
// else as well.

/** A check costs so much that an expression has room for two. */
const costOfACheck = 350_000

/** The library tells types apart by their constructors. */
class Authorizer {
  readonly authorize: Authorize
  readonly user: User
  readonly requestResource: ResourceCheck

  constructor(authorize: Authorize, user: User, of: ResourceFields) {
    this.authorize = authorize
    this.user = user
    this.requestResource = new ResourceCheck(this, of)
  }
}

class PathCheck {
  readonly authorizer: Authorizer
  readonly path: string

  constructor(authorizer: Authorizer, path: string) {
    this.authorizer = authorizer
    this.path = path
  }
}

class GroupCheck {
  readonly authorizer: Authorizer
  readonly group: string

  constructor(authorizer: Authorizer, group: string) {
    this.authorizer = authorizer
    this.group = group
  }
}

interface ResourceFields {
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

class ResourceCheck {
  readonly authorizer: Authorizer
  readonly fields: ResourceFields

  constructor(authorizer: Authorizer, fields: ResourceFields) {
    this.authorizer = authorizer
    this.fields = fields
  }
}

class AccessDecision {
  readonly decision: Decision

  constructor(decision: Decision) {
    this.decision = decision
  }
}

/** The authorizer for the user of a write. */
export function authorizerFor(request: AdmissionRequest, { authorize }: Registry): object {
  const { served, subresource, namespace, name } = request
  const { group, resource } = served.resource
  const fields = { group, resource, subresource, namespace, name }
  return new Authorizer(authorize, request.user, fields)
}

const prefix = 'kubernetes.authorization.'

/** Declares the variable and its functions. */
export function registerAuthorizer(environment: Environment): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(`${prefix}${signature}`, handler, { async: false })
  }
  environment
    .registerType(`${prefix}Decision`, AccessDecision)
    .registerType(`${prefix}PathCheck`, PathCheck)
    .registerType(`${prefix}GroupCheck`, GroupCheck)
    .registerType(`${prefix}ResourceCheck`, ResourceCheck)
    .registerType(`${prefix}Authorizer`, {
      ctor: Authorizer,
      fields: { requestResource: `${prefix}ResourceCheck` },
    })
    .registerVariable('authorizer', `${prefix}Authorizer`)
  add(
    `Authorizer.path(string): ${prefix}PathCheck`,
    (of: Authorizer, path: string) => new PathCheck(of, needed(path, 'path')),
  )
  add(
    `Authorizer.group(string): ${prefix}GroupCheck`,
    (of: Authorizer, group: string) => new GroupCheck(of, group),
  )
  add(`Authorizer.serviceAccount(string, string): ${prefix}Authorizer`, actAs)
  add(`GroupCheck.resource(string): ${prefix}ResourceCheck`, checkResource)
  for (const field of ['subresource', 'namespace', 'name'] as const) {
    add(
      `ResourceCheck.${field}(string): ${prefix}ResourceCheck`,
      ({ authorizer, fields }: ResourceCheck, value: string) =>
        new ResourceCheck(authorizer, { ...fields, [field]: value }),
    )
  }
  // Roles know no selectors, so they do not change what is decided.
  for (const selector of ['fieldSelector', 'labelSelector']) {
    add(`ResourceCheck.${selector}(string): ${prefix}ResourceCheck`, (of: ResourceCheck) => of)
  }
  registerDecisions(add)
}

function registerDecisions(
  add: (signature: string, handler: (...args: never[]) => unknown) => void,
): void {
  add(
    `PathCheck.check(string): ${prefix}Decision`,
    ({ authorizer, path }: PathCheck, verb: string) => {
      meter.charge(costOfACheck)
      const { authorize, user } = authorizer
      return new AccessDecision(authorize(user, { what: 'path', verb, path }))
    },
  )
  add(
    `ResourceCheck.check(string): ${prefix}Decision`,
    ({ authorizer, fields }: ResourceCheck, verb: string) => {
      meter.charge(costOfACheck)
      const { authorize, user } = authorizer
      const access = { what: 'resource', version: '*', ...fields, verb } as const
      return new AccessDecision(authorize(user, access))
    },
  )
  add('Decision.allowed(): bool', ({ decision }: AccessDecision) => decision.allowed)
  add('Decision.reason(): string', ({ decision }: AccessDecision) => decision.reason)
  // Roles are in the store: asking them never fails.
  add('Decision.errored(): bool', () => false)
  add('Decision.error(): string', () => '')
}

function actAs({ authorize, requestResource }: Authorizer, namespace: string, name: string) {
  const [nameFault] = isSubdomain(name)
  if (nameFault !== undefined) throw new Error('Invalid service account name')
  const [namespaceFault] = isLabel(namespace)
  if (namespaceFault !== undefined) throw new Error('Invalid service account namespace')
  const accounts = 'system:serviceaccounts'
  const user: User = {
    uid: '',
    extra: {},
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: [accounts, `${accounts}:${namespace}`, 'system:authenticated'],
  }
  return new Authorizer(authorize, user, requestResource.fields)
}

function checkResource({ authorizer, group }: GroupCheck, resource: string): ResourceCheck {
  const named = { group, resource: needed(resource, 'resource') }
  return new ResourceCheck(authorizer, { ...named, subresource: '', namespace: '', name: '' })
}

function needed(text: string, what: string): string {
  if (text.trim() === '') throw new Error(`${what} must not be empty`)
  return text
}
