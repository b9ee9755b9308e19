import { sign, verify } from 'node:crypto'
import { parseJson } from '../../objects/json-text.ts'
import { fieldOf, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, numberAt, readPath, textAt, uidOf } from '../../objects/kube-object.ts'
import type { Clock } from '../../std/clock.ts'
import type { User } from '../registry/user.ts'
import type { Store } from '../storage/store.ts'
import type { TokenKey, TokenKeys } from './token-keys.ts'

/** The issuer of tokens, which is also their audience by default. */
export const issuer = 'https://kubernetes.default.svc'
const oldIssuer = 'kubernetes/serviceaccount'
const privateClaims = 'kubernetes.io'

/** An object that a token ends with. */
export interface BoundObject {
  readonly kind: 'Pod' | 'Secret' | 'Node'
  readonly name: string
  readonly uid: string
}

/** The contents that are asked for in a token. */
export interface TokenRequest {
  readonly account: JsonObject
  readonly audiences: readonly string[]
  readonly seconds: number
  readonly bound: BoundObject | undefined
  readonly node: BoundObject | undefined
}

/** A user, and for whom the token that showed it is. */
export interface TokenOwner {
  readonly user: User
  readonly audiences: readonly string[]
}

/** Gives and checks the tokens of service accounts. */
export interface ServiceAccountTokens {
  readonly issue: (request: TokenRequest) => { readonly token: string; readonly expires: string }
  /** A token without an end, for secrets that hold one. */
  readonly issueForSecret: (account: JsonObject, secretName: string) => string
  readonly find: (token: string) => TokenOwner | undefined
}

export function serviceAccountTokens(
  keys: TokenKeys,
  store: Store,
  clock: Clock,
  newId: () => string,
): ServiceAccountTokens {
  const seconds = () => Math.floor(clock.now() / 1000)
  return {
    issue(request) {
      const now = seconds()
      const expires = now + request.seconds
      const claims = claimsFor(request, { now, expires, id: newId() })
      return { token: signed(keys, claims), expires: timeOf(expires) }
    },
    issueForSecret: (account, secretName) => signed(keys, oldClaims(account, secretName)),
    find: (token) => {
      const claims = verified(keys, token)
      if (claims === undefined) return undefined
      return fieldOf(claims, 'iss') === oldIssuer
        ? ownerOfOld(store, claims)
        : ownerOf(store, claims, seconds())
    },
  }
}

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

function subjectOf(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`
}

function claimsFor(
  { account, audiences, bound, node }: TokenRequest,
  { now, expires, id }: { readonly now: number; readonly expires: number; readonly id: string },
): JsonObject {
  const namespace = textAt(account, ['metadata', 'namespace'])
  const name = textAt(account, ['metadata', 'name'])
  return {
    aud: audiences,
    exp: expires,
    iat: now,
    iss: issuer,
    jti: id,
    [privateClaims]: {
      namespace,
      ...naming(node),
      ...naming(bound),
      serviceaccount: { name, uid: uidOf(account) },
    },
    nbf: now,
    sub: subjectOf(namespace, name),
  }
}

function naming(one: BoundObject | undefined): JsonObject {
  return one === undefined ? {} : { [one.kind.toLowerCase()]: { name: one.name, uid: one.uid } }
}

function oldClaims(account: JsonObject, secretName: string): JsonObject {
  const namespace = textAt(account, ['metadata', 'namespace'])
  const name = textAt(account, ['metadata', 'name'])
  const prefix = 'kubernetes.io/serviceaccount'
  return {
    iss: oldIssuer,
    [`${prefix}/namespace`]: namespace,
    [`${prefix}/secret.name`]: secretName,
    [`${prefix}/service-account.name`]: name,
    [`${prefix}/service-account.uid`]: uidOf(account),
    sub: subjectOf(namespace, name),
  }
}

function signed({ signing }: TokenKeys, claims: JsonObject): string {
  const head = { alg: signing.algorithm, kid: signing.id }
  const text = [head, claims].map((part) => encode(JSON.stringify(part))).join('.')
  const key = { key: signing.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** The claims of a token that one of our keys signed. */
function verified({ accepted }: TokenKeys, token: string): Json | undefined {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (signature === '' || rest.length > 0) return undefined
  const header = decode(head)
  const fits = ({ id, algorithm }: TokenKey) =>
    textAt(header, ['alg']) === algorithm && [id, ''].includes(textAt(header, ['kid']))
  const bytes = Buffer.from(signature, 'base64url')
  const isSigned = accepted
    .filter(fits)
    .some(({ publicKey }) =>
      verify(
        'sha256',
        Buffer.from(`${head}.${body}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        bytes,
      ),
    )
  return isSigned ? decode(body) : undefined
}

function decode(part: string): Json | undefined {
  try {
    return parseJson(Buffer.from(part, 'base64url').toString('utf8'))
  } catch (error) {
    // Not what we ever gave to anybody.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** An account and everything that the token is bound to must still be there, and be the same. */
function ownerOf(store: Store, claims: Json, now: number): TokenOwner | undefined {
  if (fieldOf(claims, 'iss') !== issuer) return undefined
  if (now >= (numberAt(claims, ['exp']) ?? 0) || now < (numberAt(claims, ['nbf']) ?? 0))
    return undefined
  const own = fieldOf(claims, privateClaims)
  const namespace = textAt(own, ['namespace'])
  const isThere = (claim: string, bucket: string, isNamespaced = true): boolean => {
    const named = fieldOf(own, claim)
    if (named === undefined) return true
    const name = textAt(named, ['name'])
    const found = store.get(bucket, isNamespaced ? `${namespace}/${name}` : name)?.object
    return found !== undefined && textAt(found, ['metadata', 'uid']) === textAt(named, ['uid'])
  }
  if (fieldOf(own, 'serviceaccount') === undefined) return undefined
  if (!isThere('serviceaccount', 'serviceaccounts') || !isThere('pod', 'pods')) return undefined
  if (!isThere('secret', 'secrets')) return undefined
  // A pod's token stays good when its node was replaced by another of the same name.
  if (fieldOf(own, 'pod') === undefined && !isThere('node', 'nodes', false)) return undefined
  return {
    user: userOf(namespace, fieldOf(own, 'serviceaccount'), extraOf(claims, own)),
    audiences: listAt(claims, ['aud']).filter((one) => typeof one === 'string'),
  }
}

function ownerOfOld(store: Store, claims: Json): TokenOwner | undefined {
  const prefix = 'kubernetes.io/serviceaccount'
  const claim = (name: string) => textAt(claims, [`${prefix}/${name}`])
  const namespace = claim('namespace')
  const name = claim('service-account.name')
  const account = store.get('serviceaccounts', `${namespace}/${name}`)?.object
  const secret = store.get('secrets', `${namespace}/${claim('secret.name')}`)?.object
  const uid = claim('service-account.uid')
  if (account === undefined || textAt(account, ['metadata', 'uid']) !== uid) return undefined
  if (secret === undefined || readPath(secret, ['metadata', 'deletionTimestamp']) !== undefined)
    return undefined
  return { user: userOf(namespace, { name, uid }, {}), audiences: [issuer] }
}

function userOf(namespace: string, account: Json | undefined, extra: User['extra']): User {
  return {
    name: subjectOf(namespace, textAt(account, ['name'])),
    uid: textAt(account, ['uid']),
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    extra,
  }
}

function extraOf(claims: Json, own: Json | undefined): User['extra'] {
  const prefix = 'authentication.kubernetes.io'
  const rows: (readonly [name: string, value: string])[] = [
    ['credential-id', `JTI=${textAt(claims, ['jti'])}`],
    ['node-name', textAt(own, ['node', 'name'])],
    ['node-uid', textAt(own, ['node', 'uid'])],
    ['pod-name', textAt(own, ['pod', 'name'])],
    ['pod-uid', textAt(own, ['pod', 'uid'])],
  ]
  return Object.fromEntries(
    rows.filter(([, value]) => value !== '').map(([name, value]) => [`${prefix}/${name}`, [value]]),
  )
}
