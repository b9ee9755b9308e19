import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Site, SiteDetail, SiteProgress } from '../../src/server/contract.ts'
import { useApi } from './api-context.ts'

/** Milliseconds between two looks: no stream tells of installations. */
const lookAgain = 2000

/** The installations that the server shows. */
export function useSites(): UseQueryResult<readonly Site[]> {
  const api = useApi()
  return useQuery({
    queryKey: ['sites'],
    queryFn: ({ signal }) => api.items('listSites', { signal }),
    refetchInterval: lookAgain,
  })
}

/** One installation with its steps. */
export function useSite(name: string): UseQueryResult<SiteDetail> {
  const api = useApi()
  return useQuery({
    queryKey: ['sites', name],
    queryFn: ({ signal }) => api.call('getSite', { path: { site: name }, signal }),
    refetchInterval: lookAgain,
  })
}

/** How far an installation is, with the newest lines of its installer. */
export function useSiteProgress(name: string): UseQueryResult<SiteProgress> {
  const api = useApi()
  return useQuery({
    queryKey: ['sites', name, 'progress'],
    queryFn: ({ signal }) => api.call('getSiteProgress', { path: { site: name }, signal }),
    refetchInterval: lookAgain,
  })
}

/** Begins an installation, or goes on with one. */
export function useCarryOn(
  name: string,
): UseMutationResult<SiteDetail, Error, 'install' | 'retry'> {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (verb) =>
      api.call(verb === 'install' ? 'installSite' : 'retrySite', { path: { site: name } }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['sites'] }),
  })
}
