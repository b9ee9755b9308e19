import { quote } from '../../formats/quote.ts'
import type { StatusError } from '../errors.ts'
import { isSubdomain } from '../registry/name-rules.ts'
import type { User } from '../registry/user.ts'
import type { Access, Authorize } from './access.ts'
import { refusalOf } from './refusal.ts'
import { accountIn, nodeIn } from './user-names.ts'

/** The right to be taken for somebody: anywhere, or in a mode, which is stricter. */
export type IdentityRight =
  | { readonly verb: 'impersonate'; readonly mode?: undefined }
  | { readonly verb: `impersonate:${string}`; readonly mode: string }

type ResourceAccess = Extract<Access, { readonly what: 'resource' }>

const authentication = 'authentication.k8s.io'
const privileged = 'system:masters'
/** So many of one kind are asked for at once first, by the name `*`. */
const many = 4
const pathOfKey = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"

/** Why somebody may not be taken for a user with this name, uid, groups and extras. */
export function refusalOfIdentity(
  right: IdentityRight,
  { real, wanted }: { readonly real: User; readonly wanted: User },
  authorize: Authorize,
): StatusError | undefined {
  const ask = (access: Access) =>
    authorize(real, access).allowed ? undefined : refusalOf(real, access)
  const isStrict = right.mode !== undefined
  return (
    ask(accessToName(right, wanted.name)) ??
    (wanted.uid === '' ? undefined : ask(accessTo(right, 'uids', wanted.uid))) ??
    (isStrict ? faultOfGroups(right, real, wanted.groups) : undefined) ??
    askEach(
      wanted.groups.map((name) => accessToGroup(right, name)),
      isStrict ? accessToGroup(right, '*') : undefined,
      ask,
    ) ??
    (isStrict ? faultOfExtra(right, real, wanted.extra) : undefined) ??
    askEach(
      Object.entries(wanted.extra).flatMap(([key, values]) =>
        values.map((value) => accessToExtra(right, key, value)),
      ),
      isStrict ? accessToExtra(right, '*', '*') : undefined,
      ask,
    )
  )
}

function accessTo({ verb }: IdentityRight, resource: string, name: string): ResourceAccess {
  const place = { group: authentication, version: 'v1', subresource: '', namespace: '' }
  return { what: 'resource', verb, resource, name, ...place }
}

/** Users, groups and accounts are of the core group where the right is to be anybody. */
function grouped({ mode }: IdentityRight, access: ResourceAccess): ResourceAccess {
  return mode === undefined ? { ...access, group: '' } : access
}

function accessToName(right: IdentityRight, name: string): ResourceAccess {
  const account = accountIn(name)
  if (account !== undefined) {
    return { ...grouped(right, accessTo(right, 'serviceaccounts', '')), ...account }
  }
  const node = right.mode === undefined ? undefined : nodeIn(name)
  if (node === undefined) return grouped(right, accessTo(right, 'users', name))
  // The right to be the own node holds wherever the account runs.
  return accessTo(right, 'nodes', right.mode === 'associated-node' ? '*' : node)
}

function accessToGroup(right: IdentityRight, name: string): ResourceAccess {
  return grouped(right, accessTo(right, 'groups', name))
}

function accessToExtra(right: IdentityRight, key: string, value: string): ResourceAccess {
  return { ...accessTo(right, 'userextras', value), subresource: key }
}

function askEach(
  each: readonly Access[],
  all: Access | undefined,
  ask: (access: Access) => StatusError | undefined,
): StatusError | undefined {
  if (all !== undefined && each.length >= many && ask(all) === undefined) return undefined
  for (const access of each) {
    const refusal = ask(access)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function faultOfGroups(
  right: IdentityRight,
  real: User,
  groups: readonly string[],
): StatusError | undefined {
  const refuse = (name: string, what: string) =>
    refusalOf(real, accessToGroup(right, name), `impersonating the ${what} group is not allowed`)
  if (groups.includes('')) return refuse('', 'empty string')
  return groups.includes(privileged) ? refuse(privileged, privileged) : undefined
}

function faultOfExtra(
  right: IdentityRight,
  real: User,
  extra: User['extra'],
): StatusError | undefined {
  const [fault] = Object.entries(extra).flatMap(([key, values]) => faultsOfEntry(key, values))
  if (fault === undefined) return undefined
  return refusalOf(real, accessTo(right, 'userextras', ''), `impersonating ${fault}`)
}

function faultsOfEntry(key: string, values: readonly string[]): readonly string[] {
  if (key === '') return ['the empty string key in extra is not allowed']
  const invalid = faultsOfKey(key)
  if (invalid !== '') return [`an invalid key in extra is not allowed: ${invalid}`]
  if (key !== key.toLowerCase()) {
    return [`a non-lowercase key in extra is not allowed: ${quote(key)}`]
  }
  return values.includes('') ? ['the empty string value in extra is not allowed'] : []
}

/** The faults of a key that should be a domain, a slash and a path. */
function faultsOfKey(key: string): string {
  const [, host = '', path = ''] = /^([^/]+)\/(.+)$/s.exec(key) ?? []
  if (host === '') return invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")')
  const faults = isSubdomain(host).map((why) => invalid(host, why))
  if (!new RegExp(`^(?:${pathOfKey})$`).test(path)) {
    faults.push(invalid(path, `Invalid path (regex used for validation is '${pathOfKey}')`))
  }
  return faults.length > 1 ? `[${faults.join(', ')}]` : (faults[0] ?? '')
}

function invalid(value: string, why: string): string {
  return `extra.key: Invalid value: ${quote(value)}: ${why}`
}
