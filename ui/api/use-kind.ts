import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from './api-client.ts'
import { useApi } from './api-context.ts'
import { denied } from './denied.ts'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { plainSources } from '../../src/kinds/plain-sources.ts'
import { useScope } from './scope.ts'
import {
  type AnyShown,
  type Noun,
  type Nouns,
  isNamespaced,
  keyOf,
  resourceOf,
} from './shown-kinds.ts'
import { useRights } from './use-rights.ts'

/**
 * The key under which the cache keeps the objects of a kind in a namespace, or with an empty one all of them; the live
 * stream writes there, too.
 */
export function listKey(noun: Noun, namespace: string): readonly string[] {
  return ['kind', noun, namespace]
}

/** The objects of a kind in the namespace that the lists are about, kept up to date by the live stream. */
export function useKind<N extends Noun>(noun: N): UseQueryResult<readonly Nouns[N][]> {
  const scope = useScope()
  return useList(noun, isNamespaced(noun) ? scope : '')
}

/** The objects of a kind in a namespace whatever the lists are about: from the list of all where the reader has it. */
export function useKindIn<N extends Noun>(
  noun: N,
  namespace: string,
): UseQueryResult<readonly Nouns[N][]> {
  const scope = useScope()
  const missing = useRights('').missing({ verb: 'list', resource: resourceOf(noun) })
  return useList(noun, scope === '' && missing === undefined ? '' : namespace)
}

function useList<N extends Noun>(noun: N, namespace: string): UseQueryResult<readonly Nouns[N][]> {
  const api = useApi()
  const rights = useRights(namespace)
  const missing = rights.missing({ verb: 'list', resource: resourceOf(noun) })
  const list = useQuery({
    queryKey: listKey(noun, namespace),
    queryFn: ({ signal }) => api.all<Nouns[N]>(`/${noun}`, { query: { namespace }, signal }),
    enabled: !rights.isPending && missing === undefined,
    staleTime: Infinity,
    select: asWritten,
  })
  if (missing === undefined) return list
  const { refetch } = rights
  const answer = { ...list, data: undefined, isPending: false, error: denied(missing), refetch }
  return answer as unknown as UseQueryResult<readonly Nouns[N][]>
}

function asWritten<T extends AnyShown>(objects: readonly T[]): readonly T[] {
  return objects.map(plain)
}

// Sources of an extension may be written in several forms; the page knows one.
function plain<T extends AnyShown>(object: T): T {
  if (object.kind !== 'Extension') return object
  return plainSources(object as unknown as JsonRecord) as unknown as T
}

/** One object, found in the list of its kind, or asked for where the list is denied. */
export function useOne<N extends Noun>(noun: N, key: string): UseQueryResult<Nouns[N]> {
  const api = useApi()
  const [namespace = ''] = isNamespaced(noun) ? key.split('/') : []
  const list = useKindIn(noun, namespace)
  const found = list.data?.find((object) => keyOf(object) === key)
  const wasThere = useRef('')
  if (found !== undefined) wasThere.current = key
  // The stream delivered its end; the server has nothing to add.
  const isGone = found === undefined && wasThere.current === key && list.data !== undefined
  const alone = useQuery({
    queryKey: ['one', noun, key],
    queryFn: ({ signal }) => api.request<Nouns[N]>(`/${noun}/${key}`, { signal }),
    enabled: !list.isPending && found === undefined && !isGone,
    select: plain,
    retry: false,
  })
  if (isGone) return { ...alone, data: undefined, error: gone(key) } as UseQueryResult<Nouns[N]>
  if (found === undefined) return alone
  return { ...list, data: found } as UseQueryResult<Nouns[N]>
}

function gone(key: string): ApiError {
  const detail = `${key} was deleted`
  return new ApiError({ type: 'about:blank', title: '', status: 404, detail, reason: 'NotFound' })
}
