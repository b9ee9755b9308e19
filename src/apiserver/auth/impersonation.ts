import { quote } from '../../formats/quote.ts'
import type { StatusError } from '../errors.ts'
import type { ApiRequest } from '../http/exchange.ts'
import type { User } from '../registry/user.ts'
import { badRequest } from '../status-errors.ts'
import type { Access, Authorize } from './access.ts'
import { refusalOfIdentity } from './identity-rights.ts'
import { refusalOf } from './refusal.ts'
import { accountGroups, accountIn, nodeIn } from './user-names.ts'

/** The version since which the action and the identity may be allowed apart. */
const minorOfModes = 36
const nodeKey = 'authentication.kubernetes.io/node-name'

/** Somebody who wants to be taken for another, and for what. */
export interface Attempt {
  readonly real: User
  /** As the request says: groups that come by themselves are not there yet. */
  readonly wanted: User
  readonly access: Access
}

/** The user that a request wants to be taken for; undefined when it says nothing of it. */
export function wantedUser(request: ApiRequest, minor: number): User | undefined {
  const name = request.header('impersonate-user') ?? ''
  const uid = request.header('impersonate-uid') ?? ''
  const groups = request.headers('impersonate-group')
  const extra = extraIn(request)
  if (name !== '') return { name, uid, groups, extra }
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined
  throw badRequest(
    minor >= minorOfModes
      ? `requested ${userText({ name, uid, groups, extra })} without impersonating a user name`
      : `requested [${referenceTexts({ name, uid, groups, extra }).join(' ')}] without impersonating a user`,
  )
}

/**
 * The user that somebody is taken for. Each kind of identity has a mode with rights of its own, to the
 * action and to the identity; the right to be anybody is tried last. The refusal that is told is the
 * first one.
 */
export function impersonate(attempt: Attempt, authorize: Authorize, minor: number): User {
  const refusals: StatusError[] = []
  for (const { mode, applies } of minor >= minorOfModes ? modes : []) {
    if (!applies(attempt)) continue
    const refusal = refusalInMode(mode, attempt, authorize)
    if (refusal === undefined) return withOwnGroups(attempt.wanted, mode)
    refusals.push(refusal)
  }
  const refusal = refusalOfIdentity({ verb: 'impersonate' }, attempt, authorize)
  if (refusal === undefined) return withOwnGroups(attempt.wanted, undefined)
  throw refusals[0] ?? refusal
}

interface Mode {
  readonly mode: string
  readonly applies: (attempt: Attempt) => boolean
}

const modes: readonly Mode[] = [
  {
    mode: 'associated-node',
    applies: ({ real, wanted }) => {
      const [on, ...others] = real.extra[nodeKey] ?? []
      if (on === undefined || others.length > 0 || accountIn(real.name) === undefined) return false
      return isOnlyName(wanted) && nodeIn(wanted.name) === on
    },
  },
  {
    mode: 'arbitrary-node',
    applies: ({ wanted }) => isOnlyName(wanted) && nodeIn(wanted.name) !== undefined,
  },
  {
    mode: 'serviceaccount',
    applies: ({ wanted }) => isOnlyName(wanted) && accountIn(wanted.name) !== undefined,
  },
  {
    mode: 'user-info',
    applies: ({ wanted: { name } }) => nodeIn(name) === undefined && accountIn(name) === undefined,
  },
]

function isOnlyName({ uid, groups, extra }: User): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0
}

function refusalInMode(
  mode: string,
  attempt: Attempt,
  authorize: Authorize,
): StatusError | undefined {
  const { access, real } = attempt
  const action = { ...access, verb: `impersonate-on:${mode}:${access.verb}` }
  if (!authorize(real, action).allowed) return refusalOf(real, action)
  return refusalOfIdentity({ verb: `impersonate:${mode}`, mode }, attempt, authorize)
}

/** Accounts and, in a mode, nodes are in groups of theirs; everybody is known or not. */
function withOwnGroups(wanted: User, mode: string | undefined): User {
  const account = accountIn(wanted.name)
  const isNode = mode !== undefined && nodeIn(wanted.name) !== undefined
  const own = account === undefined ? [] : accountGroups(account)
  const groups = wanted.groups.length > 0 ? wanted.groups : isNode ? ['system:nodes'] : own
  const isUnknown = wanted.name === 'system:anonymous' || groups.includes('system:unauthenticated')
  const last = isUnknown ? 'system:unauthenticated' : 'system:authenticated'
  return { ...wanted, groups: groups.includes(last) ? groups : [...groups, last] }
}

function extraIn(request: ApiRequest): User['extra'] {
  const prefix = 'impersonate-extra-'
  const extra: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const header of request.headerNames()) {
    const lower = header.toLowerCase()
    if (!lower.startsWith(prefix)) continue
    const key = unescaped(lower.slice(prefix.length))
    extra[key] = [...(extra[key] ?? []), ...request.headers(header)]
  }
  return extra
}

/** A key that is not escaped as it should be is taken as it stands. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

function userText({ uid, groups, extra }: User): string {
  const fields = `Name:"", UID:${quote(uid)}, Groups:${listText(groups)}, Extra:${extraText(extra)}`
  return `&user.DefaultInfo{${fields}}`
}

/** References to objects as Go prints them: kind, namespace, name, uid, version, resource version, field. */
function referenceTexts({ uid, groups, extra }: User): readonly string[] {
  const version = 'authentication.k8s.io/v1'
  return [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => `{UserExtra  ${value}  ${version}  ${key}}`),
    ),
    ...(uid === '' ? [] : [`{UID  ${uid}  ${version}  }`]),
  ]
}

function listText(list: readonly string[]): string {
  return list.length === 0 ? '[]string(nil)' : `[]string{${list.map(quote).join(', ')}}`
}

function extraText(extra: User['extra']): string {
  const entries = Object.entries(extra).map(([key, values]) => `${quote(key)}:${listText(values)}`)
  if (entries.length === 0) return 'map[string][]string(nil)'
  return `map[string][]string{${entries.toSorted().join(', ')}}`
}
