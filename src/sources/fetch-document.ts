import type { SchemaDocument } from '../chart/chart.ts'
import type { FetchDocument } from '../chart/render/with-documents.ts'
import { readBounded } from '../oci/bytes.ts'
import { printableUrl } from '../oci/client/redact.ts'
import { digestOf } from '../oci/digest.ts'
import type { AddressNote } from './cache/address-notes.ts'
import type { FetchOptions } from './chart-request.ts'
import { SourceError } from './errors.ts'
import { openFetcher } from './fetch/from-http.ts'
import { maxSmallFileBytes } from './http/limits.ts'

type Options = Pick<FetchOptions, 'policy' | 'cache' | 'timeouts' | 'lookup'>

/** Milliseconds for which a document is taken from the cache without asking its server. */
const fresh = 600_000
/** Milliseconds for one document: whoever renders waits for it. */
const longest = 30_000

/**
 * Brings documents that the schemas of charts refer to: under the policy for addresses that a chart names, and without any
 * login. `remedy` says how to do without; every failure ends with it.
 */
export function documentFetcher(
  open: () => Options | Promise<Options>,
  remedy: string,
  now: () => number = Date.now,
): FetchDocument {
  return async (url, signal) => {
    try {
      return await fetchDocument(urlOf(url), { ...(await open()), now }, signal)
    } catch (cause) {
      if (!(cause instanceof SourceError)) throw cause
      const message = `values.schema.json refers to ${url}: ${cause.message}; ${remedy}`
      throw new SourceError(cause.code, message, { cause })
    }
  }
}

function urlOf(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw new SourceError('bad-address', `${text} is no address`)
}

async function fetchDocument(
  url: URL,
  { now, ...options }: Options & { readonly now: () => number },
  signal: AbortSignal,
): Promise<SchemaDocument> {
  const { cache } = options
  const key = keyOf(url, options)
  const note = await cache?.notes.read(key)
  const known = note && (await cache?.get(note.digest, signal))
  if (note === undefined || known === undefined || cache === undefined) {
    const { data, validators } = await ask(url, undefined, options, signal)
    const digest = digestOf(data)
    await cache?.put(once(data), { limit: maxSmallFileBytes }, signal)
    await cache?.notes.write(key, { digest, validators, asked: now() })
    return { data, digest }
  }
  const before = { data: known, digest: note.digest }
  if (Math.abs(now() - note.asked) < fresh) return before
  try {
    const { data, validators } = await ask(url, { note, known }, options, signal)
    const digest = digestOf(data)
    if (digest !== note.digest) await cache.put(once(data), { limit: maxSmallFileBytes }, signal)
    await cache.notes.write(key, { digest, validators, asked: now() })
    return { data, digest }
  } catch (error) {
    // The plan names the digest of the document that was used.
    if (error instanceof SourceError && error.transient) return before
    throw error
  }
}

// A copy that was brought under other rules is none.
function keyOf(url: URL, { policy }: Options): string {
  const rules = [policy.allow, policy.deny].map((list) => list.map(({ text }) => text))
  return JSON.stringify([url.href, ...rules])
}

async function ask(
  url: URL,
  kept: { readonly note: AddressNote; readonly known: Uint8Array } | undefined,
  options: Options,
  signal: AbortSignal,
): Promise<{ readonly data: Uint8Array; readonly validators: AddressNote['validators'] }> {
  const request = { address: url.href, trust: 'untrusted' } as const
  const fetcher = openFetcher(url, request, { ...options, indexFolder: '' })
  const accept = 'application/schema+json,application/json,*/*'
  const limits = { maxBytes: maxSmallFileBytes, totalTime: longest }
  const { validators } = kept?.note ?? {}
  try {
    const known = validators === undefined ? {} : { known: validators }
    const answer = await fetcher.get({ url, accept, ...limits, ...known }, signal)
    if (answer.kind === 'fetched') {
      const data = await readBounded(answer.body, maxSmallFileBytes, printableUrl(url))
      return { data, validators: answer.validators }
    }
    if (kept !== undefined) return { data: kept.known, validators: kept.note.validators }
    throw new SourceError('bad-answer', `${printableUrl(url)} is unchanged from nothing`)
  } finally {
    await fetcher.close()
  }
}

async function* once(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data
}
