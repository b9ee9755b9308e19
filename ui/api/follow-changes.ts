import type { QueryClient } from '@tanstack/react-query'
import { type AnyShown, type Noun, type Nouns, keyOf, nouns } from './shown-kinds.ts'
import { listKey } from './use-kind.ts'

export type Connection = 'connecting' | 'live' | 'lost'

interface Change {
  readonly noun: Noun
  readonly object: AnyShown
}

/** Keeps the lists of the cache as the server has them; gives the function that ends it. */
export function followChanges(
  client: QueryClient,
  told: (connection: Connection) => void,
): () => void {
  const source = new EventSource(`/api/v1/stream?kinds=${nouns.join(',')}`)
  const readAgain = () => void client.invalidateQueries({ queryKey: ['kind'] })
  source.addEventListener('ready', () => {
    told('live')
    readAgain()
  })
  source.addEventListener('reset', () => {
    told('live')
    readAgain()
  })
  source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
    told('live')
    keep(client, JSON.parse(data) as Change)
  })
  source.addEventListener('deleted', ({ data }: MessageEvent<string>) => {
    told('live')
    forget(client, JSON.parse(data) as Change)
  })
  source.addEventListener('error', () => {
    told(source.readyState === EventSource.CLOSED ? 'lost' : 'connecting')
  })
  return () => source.close()
}

/** Puts an object that was just written or streamed into its list. */
export function keep(client: QueryClient, { noun, object }: Change): void {
  const key = keyOf(object)
  changeLists(client, { noun, object }, (list) => {
    const at = list.findIndex((one) => keyOf(one) === key)
    const known = list[at]
    if (known === undefined) return [...list, object]
    return isOlder(object, known) ? list : list.with(at, object)
  })
  // Of one that is on its way out nothing more is asked: it may be gone by then.
  if (object.metadata.deletionTimestamp !== undefined) return
  void client.invalidateQueries({ queryKey: ['about', noun, key] })
  if (object.kind === 'Plugin') lookAtRelease(client, object as Nouns['plugins'])
}

/** The parts of a release that change with its plugin. */
const changing = ['/objects', '/history', '/drift']

function lookAtRelease(client: QueryClient, { status = {} }: Nouns['plugins']): void {
  const release = `${status.targetNamespace ?? ''}/${status.releaseName ?? ''}`
  for (const part of changing) {
    void client.invalidateQueries({ queryKey: ['release', release, part] })
  }
}

/** Whether the stream has delivered more already: the answer to a change may come after it. */
function isOlder({ metadata: one }: AnyShown, { metadata: known }: AnyShown): boolean {
  return one.uid === known.uid && Number(one.resourceVersion) < Number(known.resourceVersion)
}

function forget(client: QueryClient, { noun, object }: Change): void {
  const key = keyOf(object)
  changeLists(client, { noun, object }, (list) => list.filter((one) => keyOf(one) !== key))
}

/** Changes the lists that have an object: that of all, and that of its namespace. */
function changeLists(
  client: QueryClient,
  { noun, object }: Change,
  change: (list: readonly AnyShown[]) => readonly AnyShown[],
): void {
  for (const namespace of new Set(['', object.metadata.namespace ?? ''])) {
    client.setQueryData<readonly AnyShown[]>(listKey(noun, namespace), (list) =>
      list === undefined ? undefined : change(list),
    )
  }
}
