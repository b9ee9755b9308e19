import { fieldOf, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { Watchdog } from '../../std/watchdog.ts'
import { type Selection, apiVersionOf, collectionPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { KubeError } from '../errors.ts'
import { readJson } from '../json.ts'
import { selectorQuery, withKind } from '../objects/list-objects.ts'
import { errorOfStatus } from '../status-error.ts'
import { LineSplitter } from './line-splitter.ts'

/** Something that happened to an object. */
export interface ObjectEvent {
  readonly type: 'added' | 'modified' | 'deleted'
  readonly object: KubeObject
}

/** How far a watch has come, with nothing else to tell. */
export interface Bookmark {
  readonly type: 'bookmark'
  readonly resourceVersion: string
  /** All objects of the beginning were delivered. */
  readonly initialEventsEnd: boolean
}

export type WatchEvent = ObjectEvent | Bookmark

export interface WatchOnceOptions {
  /** Tells what happened after it; when absent, tells first of everything that is there. */
  readonly resourceVersion: string | undefined
  readonly metadataOnly: boolean
  /** Milliseconds without a byte after which the connection counts as dead. */
  readonly patience: number
  /** After which the server ends it. */
  readonly timeoutSeconds: number
}

const maxLine = 32 * 1024 * 1024
const headTimeout = 30_000
const metadataEvent = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

/**
 * The events of one connection, in batches as they come; the first, empty one says that the server has
 * accepted. Ends when the server ends it; throws when it
 * breaks, when nothing is heard for too long, and with the server's own error, which is often `gone`.
 */
export async function* watchOnce(
  client: KubeClient,
  selection: Selection,
  options: WatchOnceOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly WatchEvent[]> {
  const dog = new Watchdog(client.clock, options.patience, signal)
  const lines = new LineSplitter(maxLine)
  const { resource } = selection
  const apiVersion = apiVersionOf(resource)
  try {
    const { body } = await client.open(watchRequest(selection, options), dog.signal)
    yield []
    for await (const chunk of body) {
      dog.feed()
      const batch = lines.push(chunk).map((line) => readEvent(line, apiVersion, resource.kind))
      if (batch.length > 0) yield batch
    }
  } catch (error) {
    if (!dog.isOver) throw error
    const message = `the watch of ${resource.resource} was silent for ${options.patience} ms`
    throw new KubeError('timed-out', message, { cause: error })
  } finally {
    dog.stop()
  }
}

function watchRequest(selection: Selection, options: WatchOnceOptions) {
  const { resourceVersion, metadataOnly, timeoutSeconds } = options
  const isInitial = resourceVersion === undefined
  return {
    method: 'GET',
    path: collectionPath(selection.resource, selection.namespace),
    query: {
      watch: true,
      allowWatchBookmarks: true,
      ...selectorQuery(selection),
      resourceVersion,
      sendInitialEvents: isInitial,
      resourceVersionMatch: isInitial ? 'NotOlderThan' : undefined,
      timeoutSeconds,
    },
    ...(metadataOnly ? { accept: metadataEvent } : {}),
    timeout: headTimeout,
    // The follower of a watch knows better what to do next than to send it again.
    repeat: 'never',
  } as const
}

function readEvent(line: Uint8Array, apiVersion: string, kind: string): WatchEvent {
  const event = readJson(line)
  const object = fieldOf(event, 'object')
  const type = textAt(event, ['type'])
  if (!isJsonObject(object)) throw new KubeError('bad-answer', `an event ${type} has no object`)
  if (type === 'ERROR') throw errorOfStatus(object)
  if (type === 'BOOKMARK') {
    const annotation = textAt(object, ['metadata', 'annotations', 'k8s.io/initial-events-end'])
    return {
      type: 'bookmark',
      resourceVersion: textAt(object, ['metadata', 'resourceVersion']),
      initialEventsEnd: annotation === 'true',
    }
  }
  return { type: typeOf(type), object: withKind(object, apiVersion, kind) }
}

function typeOf(type: string): ObjectEvent['type'] {
  if (type === 'ADDED') return 'added'
  if (type === 'MODIFIED') return 'modified'
  if (type === 'DELETED') return 'deleted'
  throw new KubeError('bad-answer', `${JSON.stringify(type)} is not a type of event`)
}
