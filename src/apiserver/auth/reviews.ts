import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import type { User } from '../registry/user.ts'
import type { Store } from '../storage/store.ts'
import type { Access, Authorize } from './access.ts'
import type { TokenLookup } from './authenticate.ts'
import { rulesFor } from './rbac.ts'
import { issuer, type ServiceAccountTokens } from './service-account-tokens.ts'

/** The parts that reviews are answered from. */
export interface ReviewSources {
  readonly store: Store
  readonly authorize: Authorize
  readonly findToken: TokenLookup
  readonly accounts: ServiceAccountTokens
}

/** The status of a review that was asked for; undefined when the resource is none. */
export function reviewStatus(
  resource: string,
  spec: Json | undefined,
  user: User,
  sources: ReviewSources,
): JsonObject | undefined {
  switch (resource) {
    case 'selfsubjectaccessreviews':
      return decided(sources.authorize(user, accessIn(spec)))
    case 'subjectaccessreviews':
    case 'localsubjectaccessreviews':
      return decided(sources.authorize(userIn(spec), accessIn(spec)))
    case 'selfsubjectrulesreviews':
      return rulesStatus(sources.store, user, textAt(spec, ['namespace']))
    case 'tokenreviews':
      return tokenStatus(spec, sources)
    case 'selfsubjectreviews':
      return { userInfo: describeUser(user) }
    default:
      return undefined
  }
}

function decided({
  allowed,
  reason,
}: {
  readonly allowed: boolean
  readonly reason: string
}): JsonObject {
  return { allowed, ...(reason !== '' && { reason }) }
}

function accessIn(spec: Json | undefined): Access {
  const path = fieldOf(spec, 'nonResourceAttributes')
  if (path !== undefined) {
    return { what: 'path', verb: textAt(path, ['verb']), path: textAt(path, ['path']) }
  }
  const attributes = fieldOf(spec, 'resourceAttributes')
  const text = (field: string) => textAt(attributes, [field])
  return {
    what: 'resource',
    verb: text('verb'),
    group: text('group'),
    version: text('version'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  }
}

function userIn(spec: Json | undefined): User {
  const extra = fieldOf(spec, 'extra')
  return {
    name: textAt(spec, ['user']),
    uid: textAt(spec, ['uid']),
    groups: listAt(spec, ['groups']).filter((group) => typeof group === 'string'),
    extra: isJsonObject(extra) ? (extra as User['extra']) : {},
  }
}

function rulesStatus(store: Store, user: User, namespace: string): JsonObject {
  const rules = [...rulesFor(store, user, namespace)].map(({ rule }) => rule)
  const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }
  const isMaster = user.groups.includes('system:masters')
  return {
    resourceRules: [
      ...(isMaster ? [everything] : []),
      ...rules.filter((rule) => fieldOf(rule, 'resources') !== undefined),
    ],
    nonResourceRules: [
      ...(isMaster ? [{ verbs: ['*'], nonResourceURLs: ['*'] }] : []),
      ...rules.filter((rule) => fieldOf(rule, 'nonResourceURLs') !== undefined),
    ],
    incomplete: false,
  }
}

function tokenStatus(spec: Json | undefined, sources: ReviewSources): JsonObject {
  const token = textAt(spec, ['token'])
  const owner = sources.accounts.find(token)
  const user = owner?.user ?? sources.findToken(token)
  if (user === undefined) return { user: {}, error: '[invalid bearer token, unknown token]' }
  const asked = listAt(spec, ['audiences']).filter((one) => typeof one === 'string')
  const own = owner?.audiences ?? [issuer]
  const audiences = (asked.length === 0 ? [issuer] : asked).filter((one) => own.includes(one))
  if (audiences.length === 0) {
    const shown = `[${own.map((one) => JSON.stringify(one)).join(' ')}]`
    const wanted = (asked.length === 0 ? [issuer] : asked).map((one) => JSON.stringify(one))
    return {
      user: {},
      error: `[invalid bearer token, token audiences ${shown} is invalid for the target audiences [${wanted.join(' ')}]]`,
    }
  }
  const groups = [...new Set([...user.groups, 'system:authenticated'])]
  return { authenticated: true, user: describeUser({ ...user, groups }), audiences }
}

function describeUser({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid !== '' && { uid }),
    groups,
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}
