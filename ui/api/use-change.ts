import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { RunFacts } from '../../src/server/contract.ts'
import { useApi } from './api-context.ts'
import { keep } from './follow-changes.ts'
import { type Noun, type Nouns, keyOf } from './shown-kinds.ts'

/** Creates an object; the answer goes into its list at once. */
export function useCreate<N extends Noun>(
  noun: N,
): UseMutationResult<Nouns[N], Error, { readonly body: object }> {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    onMutate: () => stopTrying(client),
    mutationFn: ({ body }) => api.request<Nouns[N]>(`/${noun}`, { method: 'POST', body }),
    onSuccess: (object) => keep(client, { noun, object }),
  })
}

/** Replaces an object by a changed copy of the one that was read; a lost update is refused by the server. */
export function useReplace<N extends Noun>(noun: N): UseMutationResult<Nouns[N], Error, Nouns[N]> {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    onMutate: () => stopTrying(client),
    mutationFn: (object) => {
      const { status: _, ...body } = object
      return api.request<Nouns[N]>(`/${noun}/${keyOf(object)}`, { method: 'PUT', body })
    },
    onSuccess: (object) => keep(client, { noun, object }),
  })
}

/** The actions of the server, which it carries out from whatever state the object is in. */
export type ChangeWord =
  | 'enable'
  | 'disable'
  | 'suspend'
  | 'resume'
  | 'retry'
  | 'rollback'
  | 'unpin'
  | 'upgrade'
  | 'install'

export interface Change {
  readonly word: ChangeWord
  readonly body?: object
  /** The generation that the change was made from; a later one refuses it. */
  readonly generation?: number | undefined
}

/** Makes a change of an object; the live stream and the run tell what becomes of it. */
export function useChange(noun: Noun, key: string): UseMutationResult<RunFacts, Error, Change> {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    onMutate: () => stopTrying(client),
    mutationFn: ({ word, body, generation }) =>
      api.request<RunFacts>(`/${noun}/${key}/${word}`, {
        method: 'POST',
        headers: ifGeneration(generation),
        ...(body === undefined ? {} : { body }),
      }),
  })
}

/** The header that refuses a change after somebody else's; a new status is no reason. */
export function ifGeneration(generation: number | undefined): Readonly<Record<string, string>> {
  return generation === undefined ? {} : { 'if-match': `"generation-${generation}"` }
}

/** Deletes an object, and only that which was seen. */
export function useRemove(noun: Noun): UseMutationResult<void, Error, Nouns[Noun]> {
  const api = useApi()
  return useMutation({
    mutationFn: (object) => api.request<void>(`/${noun}/${keyOf(object)}`, { method: 'DELETE' }),
  })
}

/** Breaks off the questions about what would become of a text: once it is written, the answer would be about what has begun. */
async function stopTrying(client: QueryClient): Promise<void> {
  await Promise.all(['plan', 'dry-run'].map((key) => client.cancelQueries({ queryKey: [key] })))
}
