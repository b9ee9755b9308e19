import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-client.ts'

const mostRetries = 2

/** The cache of everything that the server answered. An answer that says "sign in" leads to the sign-in view. */
export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return
    // The rights are others than the page believed.
    if (error.status === 403) void client.invalidateQueries({ queryKey: ['rights'] })
    if (error.status !== 401) return
    client.setQueryData(['signed-out'], true)
    void client.resetQueries({ queryKey: ['me'] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => (query.queryKey[0] === 'me' ? undefined : onError(error)),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // An answer of the server is an answer; only silence is asked again.
        retry: (count, error) => !(error instanceof ApiError) && count < mostRetries,
        refetchOnWindowFocus: false,
        staleTime: 10_000,
      },
    },
  })
  return client
}
