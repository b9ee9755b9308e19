import { formatApiVersion, type GroupVersionKind } from '../../objects/kube-object.ts'
import table from './api-lifecycle.json' with { type: 'json' }

interface Lifecycle {
  readonly introduced: number
  readonly deprecated?: number
  readonly removed?: number
  readonly replacement?: string
}

// From the life-cycle methods of the Go types of k8s.io/api 0.36.3; kinds that were there before the
// oldest minor and stay are not in it.
const apiLifecycle = table.apiLifecycle as Readonly<Record<string, Lifecycle>>

function lifecycleOf({ group, version, kind }: GroupVersionKind): Lifecycle | undefined {
  const key = `${formatApiVersion(group, version)} ${kind}`
  return Object.hasOwn(apiLifecycle, key) ? apiLifecycle[key] : undefined
}

/** Whether a kind is there in a minor; it need not be served by default. */
export function isAlive(kind: GroupVersionKind, minor: number): boolean {
  const { introduced = 0, removed = Number.POSITIVE_INFINITY } = lifecycleOf(kind) ?? {}
  return introduced <= minor && minor < removed
}

/** The warning for users of a kind in a minor version; undefined when there is none. */
export function deprecationOf(kind: GroupVersionKind, minor: number): string | undefined {
  const { deprecated, removed, replacement } = lifecycleOf(kind) ?? {}
  if (deprecated === undefined || minor < deprecated) return undefined
  const what = `${formatApiVersion(kind.group, kind.version)} ${kind.kind}`
  const until = removed === undefined ? '' : `, unavailable in v1.${removed}+`
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  return `${what} is deprecated in v1.${deprecated}+${until}${instead}`
}
