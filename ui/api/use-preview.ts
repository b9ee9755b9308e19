import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Preview } from '../../src/server/contract.ts'
import { useApi } from './api-context.ts'
import type { Plan } from './release-types.ts'

/** Everything that is needed to render an object here; asked again when the object is another one. */
export function usePreview(body: object | undefined): UseQueryResult<Preview> {
  const api = useApi()
  return useQuery({
    queryKey: ['preview', JSON.stringify(body)],
    queryFn: ({ signal }) => api.request<Preview>('/previews', { method: 'POST', body, signal }),
    enabled: body !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** The server's plan of an object as it would be written. */
export function usePlan(body: string, isWanted: boolean): UseQueryResult<Plan> {
  const api = useApi()
  return useQuery({
    queryKey: ['plan', body],
    queryFn: ({ signal }) =>
      api.request<Plan>('/plans', { method: 'POST', body: JSON.parse(body) as object, signal }),
    enabled: isWanted,
    gcTime: 0,
    retry: false,
  })
}

/** The plan of an uninstall: the objects that would go and those that would stay. */
export function useRemovalPlan(plugin: string | undefined): UseQueryResult<Plan> {
  const api = useApi()
  return useQuery({
    queryKey: ['removal', plugin],
    queryFn: ({ signal }) =>
      api.request<Plan>(`/plugins/${plugin ?? ''}/plan`, { query: { verb: 'uninstall' }, signal }),
    enabled: plugin !== undefined,
    gcTime: 0,
    retry: false,
  })
}
