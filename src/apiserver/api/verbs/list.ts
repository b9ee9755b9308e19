import type { JsonObject } from '../../../objects/json.ts'
import { StatusError } from '../../errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { bytesOf, objectOf, textOfJson, withoutType } from '../../registry/encode.ts'
import { metadataOnly, tableOf } from '../../registry/table.ts'
import { badRequest, expired } from '../../status-errors.ts'
import type { Entry } from '../../storage/entry.ts'
import { StoreError } from '../../storage/errors.ts'
import type { Call } from '../call.ts'
import { readContinue, writeContinue, type ContinueToken } from './continue-token.ts'
import { type ListOptions, revisionIn } from './list-options.ts'
import { encode, headersOf, includeObject, isPretty } from '../respond.ts'
import { readSelection, type Selection } from './selection.ts'

interface Page {
  readonly entries: readonly Entry[]
  readonly metadata: JsonObject
}

/** How long a list waits for a revision that has not happened yet, as Kubernetes' own server. */
const patience = 3000

/** Answers a list. */
export async function answerList(call: Call, options: ListOptions): Promise<ApiAnswer> {
  const selection = readSelection(call.query, call.served, call.route.name)
  const page = await readPage(call, options, selection)
  const { as, format, metaVersion } = call.representation
  const { served } = call
  if (as === 'table') {
    const objects = page.entries.map((entry) => objectOf(served, entry))
    const table = tableOf(objects, served.columns, {
      version: metaVersion,
      include: includeObject(call),
      metadata: page.metadata,
      now: new Date(call.registry.clock.now()),
      definitions: true,
    })
    return encode(call, 200, table)
  }
  if (as === 'metadata') {
    const items = page.entries.map((entry) => metadataOnly(objectOf(served, entry), metaVersion))
    const apiVersion = `meta.k8s.io/${metaVersion}`
    const kind = 'PartialObjectMetadataList'
    // Go prints an empty list of them as null.
    const shown = items.length === 0 ? null : items
    return encode(call, 200, { kind, apiVersion, metadata: page.metadata, items: shown })
  }
  if (format === 'json' && !isPretty(call.request)) return joinEntries(call, page)
  const items = page.entries.map((entry) => itemOf(call, entry))
  const { kind } = served.resource
  const list = {
    kind: `${kind}List`,
    apiVersion: served.apiVersion,
    metadata: page.metadata,
    items,
  }
  return encode(call, 200, list)
}

/** The items of built-in kinds go without kind and version; the list says it for all. */
function itemOf({ served }: Call, entry: Entry): JsonObject {
  const object = objectOf(served, entry)
  return served.isCustom ? object : withoutType(object)
}

/** A list is put together from the bytes that are stored, without parsing them. */
function joinEntries(call: Call, { entries, metadata }: Page): ApiAnswer {
  const { served } = call
  const { kind } = served.resource
  const start = `{"kind":"${kind}","apiVersion":"${served.apiVersion}",`
  const head = `{"kind":"${kind}List","apiVersion":"${served.apiVersion}","metadata":${textOfJson(metadata)},"items":[`
  const chunks: Uint8Array[] = [Buffer.from(head)]
  const [open, comma] = [Buffer.from('{'), Buffer.from(',')]
  for (const [index, entry] of entries.entries()) {
    if (index > 0) chunks.push(comma)
    const bytes = bytesOf(served, entry)
    if (served.isCustom) chunks.push(bytes)
    else chunks.push(open, bytes.subarray(Buffer.byteLength(start)))
  }
  chunks.push(Buffer.from(']}\n'))
  const type = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
  return { status: 200, headers: headersOf(call, type), body: Buffer.concat(chunks) }
}

async function readPage(call: Call, options: ListOptions, selection: Selection): Promise<Page> {
  const { served, route, registry } = call
  const token = options.continue === '' ? undefined : readContinue(options.continue)
  const asked = revisionIn(options.resourceVersion)
  const prefix = route.namespace === '' ? '' : `${route.namespace}/`
  if (token !== undefined && options.resourceVersion !== '' && options.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  const exact = token !== undefined ? token.revision : options.match === 'Exact' ? asked : undefined
  if (exact === undefined) await waitForRevision(call, asked)
  const revision = exact === undefined || exact < 0 ? registry.store.revision : exact
  const all = listAt(call, prefix, revision, token)
  const from = token === undefined ? all : all.filter(({ name }) => name >= prefix + token.start)
  return cutPage(from, { limit: options.limit, prefix, revision, selection, call, served })
}

interface Cut {
  readonly limit: number
  readonly prefix: string
  readonly revision: number
  readonly selection: Selection
  readonly call: Call
  readonly served: Call['served']
}

function cutPage(from: readonly Entry[], cut: Cut): Page {
  const { limit, prefix, revision, selection, served } = cut
  // Lists of custom kinds say that there is nothing more, those of built-in kinds say nothing.
  const end = served.isCustom ? { continue: '' } : {}
  const metadata = { ...end, resourceVersion: String(revision) }
  const entries: Entry[] = []
  for (const [index, entry] of from.entries()) {
    if (limit > 0 && entries.length === limit) {
      const last = from[index - 1]?.name ?? ''
      const start = `${last.slice(prefix.length)}\u0000`
      const remaining = selection.isEverything ? { remainingItemCount: from.length - index } : {}
      const next = writeContinue({ revision, start })
      return { entries, metadata: { ...metadata, continue: next, ...remaining } }
    }
    if (selection.isEverything || selection.matches(objectOf(served, entry))) entries.push(entry)
  }
  return { entries, metadata }
}

function listAt(
  call: Call,
  prefix: string,
  revision: number,
  token: ContinueToken | undefined,
): readonly Entry[] {
  const { store } = call.registry
  try {
    if (revision < (call.served.since ?? 0)) throw new StoreError('compacted', 'not served yet')
    return store.listAt(call.served.bucket, prefix, revision)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    if (error.code === 'future') throw tooLargeRevision(revision, store.revision)
    if (error.code !== 'compacted') throw error
    if (token === undefined) throw expired('The resourceVersion for the provided list is too old.')
    const message =
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'
    const next = writeContinue({ revision: -1, start: token.start })
    throw new StatusError(410, 'Expired', message, { metadata: { continue: next } })
  }
}

/** Waits a moment for a revision that may be on its way. */
export async function waitForRevision(call: Call, revision: number): Promise<void> {
  const { store, clock } = call.registry
  if (revision <= store.revision) return
  await new Promise<void>((resolve) => {
    const cancel = clock.after(patience, resolve)
    call.request.signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
  })
  if (revision > store.revision) throw tooLargeRevision(revision, store.revision)
}

function tooLargeRevision(wanted: number, current: number): StatusError {
  const message = `Timeout: Too large resource version: ${wanted}, current: ${current}`
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }
  return new StatusError(504, 'Timeout', message, {
    details: { causes: [cause], retryAfterSeconds: 1 },
  })
}
