import { type BackoffPolicy, backoffDelay } from '../../std/backoff.ts'
import { abortReason, sleepOn } from '../../std/clock.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import type { Selection } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { KubeError, isKubeError } from '../errors.ts'
import { currentVersion, listObjects } from '../objects/list-objects.ts'
import { isOlder } from './resource-version.ts'
import { type ObjectEvent, type WatchEvent, watchOnce } from './watch-once.ts'

/** A change of a selection that is followed. */
export type Change =
  /** Everything there is, at the beginning and whenever the thread was lost: what is not in it is gone. */
  | { readonly type: 'replaced'; readonly objects: readonly KubeObject[] }
  | { readonly type: 'changed'; readonly events: readonly ObjectEvent[] }
  /** Nothing happened, and the server said so. */
  | { readonly type: 'quiet' }

/** The events of a watch that its observer gets. */
export interface FollowObserver {
  /** Everything is read again; the first time is a list too. */
  readonly listing?: () => void
  readonly connected?: () => void
  /** It broke, for the so-manieth time in a row without progress, and goes on by itself. */
  readonly troubled?: (error: Error, failures: number) => void
}

export interface FollowOptions {
  readonly metadataOnly?: boolean
  readonly pageSize?: number
  /** Milliseconds of silence after which a connection counts as dead; bookmarks come every minute. */
  readonly patience?: number
  readonly backoff?: BackoffPolicy
  /** Whether the first list may come as events of the watch; on by default. */
  readonly streamList?: boolean
  readonly observer?: FollowObserver
}

const defaultPatience = 100_000
const defaultBackoff: BackoffPolicy = { first: 200, most: 30_000 }
const shortestWatch = 300
// Something at this place cannot be got past: a line that is too long, a version that never comes.
const triesFromOnePlace = 3

interface Thread {
  /** Where to go on; undefined when everything has to be read again. */
  version: string | undefined
  failures: number
  streamList: boolean
  /** The server was silent or away: perhaps it no longer knows the place where we are. */
  isInDoubt: boolean
}

/**
 * Follows the objects of a selection for ever: lists them, watches from there, and goes on after whatever
 * breaks. Ends only by its signal, with its reason. Dead connections, refused versions and lost servers are
 * told to the observer; what was missed is in the next `replaced`.
 */
export async function* followObjects(
  client: KubeClient,
  selection: Selection,
  options: FollowOptions,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  const thread: Thread = {
    version: undefined,
    failures: 0,
    streamList: options.streamList ?? true,
    isInDoubt: false,
  }
  for (;;) {
    try {
      if (thread.isInDoubt) await checkPlace(client, selection, thread, signal)
      if (thread.version === undefined) options.observer?.listing?.()
      if (thread.version === undefined && !thread.streamList) {
        yield* readAll(client, { selection, options }, thread, signal)
      }
      yield* readOn(client, { selection, options }, thread, signal)
      thread.failures = 0
    } catch (error) {
      if (signal.aborted) throw abortReason(signal)
      note(error, thread, options)
    }
    await pause(client, thread, options.backoff ?? defaultBackoff, signal)
  }
}

// A server that was put back to an older state accepts a watch from a version that is not there
// yet, and says nothing, not even bookmarks, until it comes to that version. Only a list shows the
// state that it was put back to.
async function checkPlace(
  client: KubeClient,
  selection: Selection,
  thread: Thread,
  signal: AbortSignal,
): Promise<void> {
  const version = await currentVersion(client, selection, signal)
  if (thread.version !== undefined && isOlder(version, thread.version)) thread.version = undefined
  thread.isInDoubt = false
}

async function* readAll(
  client: KubeClient,
  { selection, options }: { readonly selection: Selection; readonly options: FollowOptions },
  thread: Thread,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  const { metadataOnly = false, pageSize } = options
  const paged = pageSize === undefined ? {} : { pageSize }
  const listing = { metadataOnly, ...paged, repeat: 'never' } as const
  const list = await listObjects(client, selection, listing, signal)
  yield { type: 'replaced', objects: list.objects }
  thread.version = list.resourceVersion
}

async function* readOn(
  client: KubeClient,
  { selection, options }: { readonly selection: Selection; readonly options: FollowOptions },
  thread: Thread,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  const began = client.clock.monotonic()
  let initial: Map<string, KubeObject> | undefined =
    thread.version === undefined ? new Map() : undefined
  const batches = watchOnce(client, selection, onceOptions(client, options, thread), signal)
  let isSilent = true
  for await (const batch of batches) {
    if (batch.length === 0) {
      options.observer?.connected?.()
      continue
    }
    isSilent = false
    let events = batch
    if (initial !== undefined) {
      const rest = collect(initial, events)
      if (rest === undefined) continue
      yield { type: 'replaced', objects: [...initial.values()] }
      initial = undefined
      thread.version = lastVersion(events) ?? thread.version
      events = rest
    }
    yield changeOf(events)
    thread.version = lastVersion(events) ?? thread.version
    thread.failures = 0
  }
  if (initial !== undefined) {
    throw new KubeError('bad-answer', `the watch of ${selection.resource.resource} ended too early`)
  }
  if (isSilent && client.clock.monotonic() - began < 1000) {
    throw new KubeError('unavailable', `the watch of ${selection.resource.resource} ended at once`)
  }
}

function onceOptions(client: KubeClient, options: FollowOptions, thread: Thread) {
  return {
    resourceVersion: thread.version,
    metadataOnly: options.metadataOnly ?? false,
    patience: options.patience ?? defaultPatience,
    // Not all at the same time, or they would all come back at the same time.
    timeoutSeconds: Math.round(shortestWatch * (1 + client.random())),
  }
}

// Gives what follows the initial objects; undefined while they are still coming.
function collect(
  initial: Map<string, KubeObject>,
  events: readonly WatchEvent[],
): readonly WatchEvent[] | undefined {
  for (const [at, event] of events.entries()) {
    if (event.type === 'bookmark') {
      if (event.initialEventsEnd) return events.slice(at + 1)
      continue
    }
    const key = `${namespaceOf(event.object)}/${nameOf(event.object)}`
    if (event.type === 'deleted') initial.delete(key)
    else initial.set(key, event.object)
  }
  return undefined
}

function changeOf(batch: readonly WatchEvent[]): Change {
  const events = batch.filter((event): event is ObjectEvent => event.type !== 'bookmark')
  return events.length === 0 ? { type: 'quiet' } : { type: 'changed', events }
}

function lastVersion(batch: readonly WatchEvent[]): string | undefined {
  const last = batch.at(-1)
  if (last === undefined) return undefined
  const version =
    last.type === 'bookmark'
      ? last.resourceVersion
      : textAt(last.object, ['metadata', 'resourceVersion'])
  return version === '' ? undefined : version
}

function note(error: unknown, thread: Thread, options: FollowOptions): void {
  const isInitial = thread.version === undefined
  const cannotStream =
    isInitial && thread.streamList && isKubeError(error, 'invalid', 'bad-request')
  // Servers before 1.32, and those with the feature off, need a list, at once.
  if (cannotStream) thread.streamList = false
  else thread.failures++
  if (isKubeError(error, 'gone') || thread.failures % triesFromOnePlace === 0) {
    thread.version = undefined
  }
  thread.isInDoubt = isKubeError(error, 'timed-out', 'unreachable')
  if (isInitial && thread.failures >= triesFromOnePlace) thread.streamList = false
  const told = error instanceof Error ? error : new Error(String(error))
  options.observer?.troubled?.(told, thread.failures)
}

async function pause(
  client: KubeClient,
  thread: Thread,
  backoff: BackoffPolicy,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw abortReason(signal)
  if (thread.failures === 0) return
  await sleepOn(client.clock, backoffDelay(thread.failures - 1, backoff, client.random()), signal)
}
