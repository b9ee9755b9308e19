import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Preview } from '../../src/server/contract.ts'
import type { Operations } from '../../src/sdk/client-operations.generated.ts'
import { pathOf } from './api-client.ts'
import { useApi } from './api-context.ts'
import type { Plan } from './release-types.ts'

type Planned = Operations['makePlan']['body']

/** Everything that is needed to render an object here; asked again when the object is another one. */
export function usePreview(body: object | undefined): UseQueryResult<Preview> {
  const api = useApi()
  return useQuery({
    queryKey: ['preview', JSON.stringify(body)],
    queryFn: ({ signal }) =>
      api.call('openPreview', { body: body as Planned, signal }) as Promise<Preview>,
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
    queryFn: ({ signal }) => api.call('makePlan', { body: JSON.parse(body) as Planned, signal }),
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
      api.call('planPlugin', { path: pathOf(plugin ?? ''), query: { verb: 'uninstall' }, signal }),
    enabled: plugin !== undefined,
    gcTime: 0,
    retry: false,
  })
}
