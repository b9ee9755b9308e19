import { compareStrings } from '../../formats/go-string.ts'
import type { StoredHook } from '../release.ts'

/**
 * The places of the hooks of an event in the order in which they run: by weight, then by name. The
 * list is in the order of kinds already, which decides what is left.
 */
export function hooksOf(hooks: readonly StoredHook[], event: string): readonly number[] {
  return [...hooks.keys()]
    .filter((at) => hooks[at]?.events.includes(event))
    .toSorted((a, b) => compareHooks(hooks[a], hooks[b]))
}

function compareHooks(a: StoredHook | undefined, b: StoredHook | undefined): number {
  return (a?.weight ?? 0) - (b?.weight ?? 0) || compareStrings(a?.name ?? '', b?.name ?? '')
}
