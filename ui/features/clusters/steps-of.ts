import type { Condition } from '../../components/state-of.ts'

export interface ClusterStep {
  readonly name: string
  readonly is: 'done' | 'skipped' | 'delegated' | 'waiting' | 'failed' | 'later'
  readonly message: string
  readonly since: string | undefined
}

interface SteppingCluster {
  readonly spec: { readonly features?: { readonly delegateConditions?: readonly string[] } }
  readonly status?: { readonly conditions?: readonly Condition[] }
}

/** The steps of a cluster in the order of the vocabulary; the ones behind the first open one are yet to come. */
export function stepsOf(
  names: readonly string[],
  { spec, status }: SteppingCluster,
): readonly ClusterStep[] {
  const conditions = status?.conditions ?? []
  const delegated = spec.features?.delegateConditions ?? []
  let isOpen = false
  return names.map((name) => {
    const found = conditions.find(({ type }) => type === name)
    const base = { name, message: found?.message ?? '', since: found?.lastTransitionTime }
    if (found?.status === 'True') {
      return { ...base, is: found.reason === 'Skipped' ? 'skipped' : 'done' }
    }
    const isBehind = isOpen
    isOpen = true
    if (delegated.includes(name)) return { ...base, is: 'delegated' }
    if (isBehind || found === undefined) return { ...base, is: 'later' }
    return { ...base, is: found.reason === 'Failed' ? 'failed' : 'waiting' }
  })
}
