import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { SourceError } from '../errors.ts'
import type { HttpFetcher } from '../http/fetcher.ts'

export interface MuseumUpload {
  /** As `repo add` has it; ChartMuseum's tenants are in its path. */
  readonly repositoryUrl: string
  readonly fetcher: HttpFetcher
  readonly archive: MuseumFile
  readonly provenance?: MuseumFile
  /** Replaces a version that is already there, where the server allows it. */
  readonly force?: boolean
  /** The path before the server's own paths, when there is one. */
  readonly contextPath?: string
}

export interface MuseumFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Uploads a packaged chart to a server with ChartMuseum's API. */
export async function uploadToMuseum(upload: MuseumUpload, signal: AbortSignal): Promise<void> {
  const { fetcher, archive, provenance } = upload
  const boundary = `outrigger-${randomUUID()}`
  const body = Buffer.concat([
    ...part(boundary, 'chart', archive),
    ...(provenance === undefined ? [] : part(boundary, 'prov', provenance)),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const url = apiUrl(upload)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await fetcher.send({ method: 'POST', url, headers, body }, signal)
  if (response.status === 201) return await response.discard()
  const failure = await fetcher.failure(response, `cannot upload ${archive.name}`)
  if (failure.code !== 'conflict') throw failure
  throw new SourceError('conflict', `${failure.message}; use force to replace it`, {
    cause: failure,
  })
}

/** Deletes a version of a chart again; false when it was not there. */
export async function deleteFromMuseum(
  place: Pick<MuseumUpload, 'repositoryUrl' | 'fetcher' | 'contextPath'>,
  { name, version }: { readonly name: string; readonly version: string },
  signal: AbortSignal,
): Promise<boolean> {
  const url = apiUrl(place)
  url.pathname = posix.join(url.pathname, encodeURIComponent(name), encodeURIComponent(version))
  const response = await place.fetcher.send({ method: 'DELETE', url, headers: {} }, signal)
  if (response.status !== 200 && response.status !== 404) {
    throw await place.fetcher.failure(response, `cannot delete ${name} ${version}`)
  }
  await response.discard()
  return response.status === 200
}

function apiUrl({
  repositoryUrl,
  contextPath = '',
  force,
}: Pick<MuseumUpload, 'repositoryUrl' | 'contextPath' | 'force'>): URL {
  const url = URL.parse(repositoryUrl)
  if (url === null) throw new SourceError('bad-address', `${repositoryUrl} is not a URL`)
  const context = posix.join('/', contextPath)
  const isBelow = url.pathname.startsWith(context)
  const tenant = isBelow ? url.pathname.slice(context.length) : url.pathname
  url.pathname = posix.join(context, 'api', tenant, 'charts')
  url.search = force === true ? '?force' : ''
  url.hash = ''
  url.username = ''
  url.password = ''
  return url
}

function part(boundary: string, field: string, { name, bytes }: MuseumFile): readonly Uint8Array[] {
  // A quote or a line break in the name would end the header.
  const shown = name.replaceAll(/[^\w.+-]/g, '_')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${shown}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return [Buffer.from(head), bytes, Buffer.from('\r\n')]
}
