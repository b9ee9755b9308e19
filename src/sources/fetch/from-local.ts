import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ChartRequest, FetchOptions, Found } from '../chart-request.ts'
import { digestOfContent } from '../content.ts'
import { SourceError } from '../errors.ts'
import { pathOfFileAddress } from '../folder/file-address.ts'
import { readLocal, readSmallFile } from '../folder/read-local.ts'
import { wantsBundle, wantsProvenance } from './demands.ts'

/** The content at a path of this machine; only a trusted caller may name one without `file://`. */
export async function fetchFromPath(
  path: string,
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Found> {
  if (request.trust === 'trusted') {
    return await fetchFromFile(pathToFileURL(path).href, request, options, signal)
  }
  const message = `${JSON.stringify(path)} is a path of this machine`
  throw new SourceError('not-trusted', `${message}; name a repository, a registry or git`)
}

/** The content that a `file://` address leads to. */
export async function fetchFromFile(
  address: string,
  request: ChartRequest,
  { fileRoot, boundToRoot }: FetchOptions,
  signal: AbortSignal,
): Promise<Found> {
  const trust = boundToRoot === 'everybody' ? 'untrusted' : request.trust
  const path = await pathOfFileAddress(address, trust, fileRoot)
  const content = await readLocal(path, request, signal)
  const beside = async (isWanted: boolean, suffix: string) => {
    const there = isWanted && (await stat(`${path}${suffix}`).catch(() => undefined))
    if (!there) return undefined
    // A file beside may be a link as well.
    const own = `${pathToFileURL(path).href}${suffix}`
    return await readSmallFile(await pathOfFileAddress(own, trust, fileRoot), signal)
  }
  const isFile = content.kind === 'archive'
  return {
    resolved: path,
    version: undefined,
    content,
    digest: digestOfContent(content),
    fileName: isFile ? basename(path) : undefined,
    provenance: await beside(isFile && wantsProvenance(request), '.prov'),
    bundle: await beside(isFile && wantsBundle(request), '.sigstore.json'),
    notes: [],
  }
}
