import { useQuery } from '@tanstack/react-query'
import type { DeniedRight } from '../../src/server/contract.ts'
import { useApi } from './api-context.ts'
import { type Right, type RightsAnswer, missingRight } from './rights.ts'

/** A namespace in which nobody is given rights: those that hold there hold in all of them. */
const nowhere = 'outrigger-no-such-namespace'

const holdsFor = 30_000

/** The rights of the reader. Until they are known, and where they cannot be, nothing is missing: the server decides. */
interface Rights {
  readonly isPending: boolean
  readonly missing: (right: Right) => DeniedRight | undefined
  readonly refetch: () => unknown
}

/**
 * The rights of the reader in a namespace; empty means those in all namespaces, and of what is in none. They are asked
 * of the cluster that the platform runs on unless another Cluster is named.
 */
export function useRights(namespace: string, cluster?: string): Rights {
  const api = useApi()
  const { data, isPending, refetch } = useQuery({
    queryKey: ['rights', namespace, cluster],
    queryFn: ({ signal }) =>
      api.request<RightsAnswer>('/rights', {
        query: { namespace: namespace === '' ? nowhere : namespace, cluster },
        signal,
      }),
    staleTime: holdsFor,
    retry: false,
  })
  return {
    isPending,
    missing: (right) => (data === undefined ? undefined : missingRight(data, right, namespace)),
    refetch,
  }
}
