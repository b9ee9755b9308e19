import { formatApiVersion } from '../../objects/kube-object.ts'
import type { GroupVersionKind } from '../../objects/kube-object.ts'
import table from './lives.json' with { type: 'json' }

interface Life {
  readonly introduced: number
  readonly deprecated?: number
  readonly removed?: number
  readonly replacement?: string
}

// From the life-cycle methods of the Go types of k8s.io/api 0.36.3; kinds that were there before the
// oldest minor and stay are not in it.
const lives = table.lives as Readonly<Record<string, Life>>

function lifeOf({ group, version, kind }: GroupVersionKind): Life | undefined {
  const key = `${formatApiVersion(group, version)} ${kind}`
  return Object.hasOwn(lives, key) ? lives[key] : undefined
}

/** Whether a kind is there in a minor; it need not be served by default. */
export function isAlive(kind: GroupVersionKind, minor: number): boolean {
  const { introduced = 0, removed = Number.POSITIVE_INFINITY } = lifeOf(kind) ?? {}
  return introduced <= minor && minor < removed
}

/** What whoever uses a kind is warned of in a minor; undefined when nothing is wrong with it. */
export function deprecationOf(kind: GroupVersionKind, minor: number): string | undefined {
  const { deprecated, removed, replacement } = lifeOf(kind) ?? {}
  if (deprecated === undefined || minor < deprecated) return undefined
  const what = `${formatApiVersion(kind.group, kind.version)} ${kind.kind}`
  const until = removed === undefined ? '' : `, unavailable in v1.${removed}+`
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  return `${what} is deprecated in v1.${deprecated}+${until}${instead}`
}
