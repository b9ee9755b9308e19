import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Me } from '../../src/server/contract.ts'
import { useApi } from './api-context.ts'

/** The one who is signed in; the error of it has the status 401 when nobody is. */
export function useMe(): UseQueryResult<Me> {
  const api = useApi()
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const me = await api.call('getMe', { signal })
      api.csrfToken = me.csrfToken
      return me
    },
    staleTime: Infinity,
    retry: false,
  })
}
