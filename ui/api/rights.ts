import type { DeniedRight } from '../../src/server/contract.ts'

/** A verb on objects: of our kinds, unless it names another group. */
export interface Right {
  readonly verb: string
  readonly group?: string
  readonly resource: string
}

interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
}

/** The rights that the cluster counted up. */
export interface RightsAnswer {
  readonly rules: readonly Rule[]
  /** Whether there may be others that the cluster cannot count up. */
  readonly incomplete: boolean
}

/** The right that is missing in a namespace, or everywhere; undefined when it is there or nobody can tell. */
export function missingRight(
  { rules, incomplete }: RightsAnswer,
  { verb, group = 'outrigger.dev', resource }: Right,
  namespace: string,
): DeniedRight | undefined {
  // A rule for some names is enough to offer something to an object, as the server knows its name; a list has none.
  const isForAll = verb === 'list' || verb === 'create'
  const isThere = rules.some(
    ({ verbs, apiGroups, resources, resourceNames }) =>
      has(verbs, verb) &&
      has(apiGroups, group) &&
      has(resources, resource) &&
      !(isForAll && resourceNames.length > 0),
  )
  return isThere || incomplete ? undefined : { verb, group, resource, namespace }
}

function has(words: readonly string[], word: string): boolean {
  return words.includes('*') || words.includes(word)
}
