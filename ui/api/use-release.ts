import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Page } from '../../src/server/contract.ts'
import { type ApiRequest, pathOf } from './api-client.ts'
import { useApi } from './api-context.ts'
import type { ObjectEvent } from './release-types.ts'
import type { Noun } from './shown-kinds.ts'

/** Milliseconds between two looks at objects, of which no stream tells. */
export const lookAgain = 4000

/** Milliseconds between two looks at what the stream tells of unless others changed it. */
export const lookLater = 30_000

/** Where a release or a pod is: its namespace and name, and the Cluster that has it; none for the one that the platform runs on. */
export interface RemotePlace {
  readonly key: string
  readonly cluster: string | undefined
}

/** A part of a release. With `every` it is looked at again while it is shown. */
export function useRelease<T>(
  { key, cluster }: RemotePlace,
  part: string,
  options: { readonly query?: ApiRequest['query']; readonly every?: number } = {},
): UseQueryResult<T> {
  const api = useApi()
  const { every } = options
  const query = { ...options.query, cluster }
  return useQuery({
    queryKey: ['release', key, part, query],
    queryFn: ({ signal }) => api.request<T>(`/releases/${key}${part}`, { query, signal }),
    refetchInterval: every ?? false,
  })
}

/** The events about an object of ours. */
export function useEvents(noun: Noun, key: string): UseQueryResult<readonly ObjectEvent[]> {
  const api = useApi()
  return useQuery({
    queryKey: ['about', noun, key, 'events'],
    queryFn: async ({ signal }) => {
      const page = await api.request<Page<ObjectEvent>>(`/${noun}/${key}/events`, { signal })
      return page.items
    },
  })
}

interface LogChoice {
  readonly container: string
  /** Whether the run before the last restart is meant. */
  readonly isPrevious: boolean
}

/** The last lines that a container wrote. */
export function useLogs(
  pod: RemotePlace,
  { container, isPrevious }: LogChoice,
): UseQueryResult<string> {
  const api = useApi()
  return useQuery({
    queryKey: ['logs', pod.cluster, pod.key, container, isPrevious],
    queryFn: ({ signal }) => {
      const query = {
        container,
        tail: 500,
        ...(isPrevious ? { previous: true } : {}),
        ...(pod.cluster === undefined ? {} : { cluster: pod.cluster }),
      }
      return api.call('getPodLogs', { path: pathOf(pod.key), query, signal })
    },
    refetchInterval: isPrevious ? false : lookAgain,
  })
}
