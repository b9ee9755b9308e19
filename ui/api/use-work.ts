import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RunFacts } from '../../src/server/contract.ts'
import { useApi } from './api-context.ts'

/** A run, and what it found once it has ended well. */
export interface Work<Result> extends RunFacts {
  readonly result?: Result
}

/** One message of a run, for people. */
export interface RunLine {
  readonly id: string
  readonly is: 'step' | 'warning' | 'cause'
  readonly time: string
  readonly text: string
}

/** Begins work that goes on in a run. */
export function useBegin(path: string): UseMutationResult<RunFacts, Error, object> {
  const api = useApi()
  return useMutation({
    mutationFn: (body) => api.request<RunFacts>(path, { method: 'POST', body }),
  })
}

/** A run by its id; an empty id is none. Its end is learnt from its stream. */
export function useWork<Result>(id: string): UseQueryResult<Work<Result>> {
  const api = useApi()
  return useQuery({
    queryKey: ['run', id],
    queryFn: ({ signal }) => api.call('getRun', { path: { id }, signal }) as Promise<Work<Result>>,
    enabled: id !== '',
    staleTime: Infinity,
    retry: false,
  })
}

/** The messages of a run as they come. */
export function useRunLines(id: string): readonly RunLine[] {
  const client = useQueryClient()
  useEffect(() => {
    if (id === '') return undefined
    const source = new EventSource(`/api/v1/runs/${id}/events`)
    const keep = (line: RunLine) =>
      client.setQueryData<readonly RunLine[]>(linesKey(id), (lines = []) =>
        lines.some((one) => one.id === line.id) ? lines : [...lines, line],
      )
    for (const is of ['step', 'warning', 'cause'] as const) {
      source.addEventListener(is, ({ data, lastEventId }: MessageEvent<string>) =>
        keep(lineOf(is, lastEventId, data)),
      )
    }
    source.addEventListener('ended', () => {
      source.close()
      void client.invalidateQueries({ queryKey: ['run', id] })
    })
    return () => source.close()
  }, [client, id])
  const { data } = useQuery<readonly RunLine[]>({
    queryKey: linesKey(id),
    queryFn: () => client.getQueryData(linesKey(id)) ?? [],
    staleTime: Infinity,
  })
  return data ?? []
}

function linesKey(id: string): readonly string[] {
  return ['run-lines', id]
}

function lineOf(is: RunLine['is'], id: string, text: string): RunLine {
  const { time, data } = JSON.parse(text) as {
    readonly time: string
    readonly data: { readonly message?: string; readonly text?: string } | null
  }
  return { id, is, time, text: data?.message ?? data?.text ?? '' }
}
