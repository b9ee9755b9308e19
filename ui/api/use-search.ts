import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useApi } from './api-context.ts'
import { useScope } from './scope.ts'

/** Something that the server found: a chart, or a release that Helm recorded. */
export interface SearchHit {
  readonly noun: string
  readonly namespace: string
  readonly name: string
  readonly summary: string
  /** Where the API has it. */
  readonly path: string
}

const mostWanted = 8

/** Charts and releases with some words in them, in the namespace that the lists are about; objects of ours are in the cache. */
export function useSearch(words: string): UseQueryResult<readonly SearchHit[]> {
  const api = useApi()
  const namespace = useScope()
  return useQuery({
    queryKey: ['search', words, namespace],
    queryFn: async ({ signal }) => {
      const query = { q: words, nouns: 'charts,releases', limit: mostWanted, namespace }
      const answer = await api.request<{ readonly items: readonly SearchHit[] }>('/search', {
        query,
        signal,
      })
      return answer.items
    },
    enabled: words !== '',
    placeholderData: (before) => before,
    retry: false,
  })
}
