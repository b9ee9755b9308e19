import { type Digest, digestOf } from '../../src/oci/digest.ts'
import { ociIndexType, ociManifestType } from '../../src/oci/media-types.ts'

/** One repository of a server, spoken to in plain HTTP, so that nothing of ours is in between. */
export interface Exchange {
  readonly name: string
  /** Paths without a slash in front are below /v2/NAME/. */
  readonly send: (method: string, path: string, more?: More) => Promise<Reply>
  readonly putBlob: (text: string) => Promise<Digest>
  readonly putManifest: (reference: string, value: unknown, mediaType?: string) => Promise<Reply>
  /** A manifest of a config and one layer, both pushed. */
  readonly image: (layer: string, more?: object) => Promise<Content>
}

export interface More {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The first code of an error body. */
  readonly code: string | undefined
  readonly location: string
}

export interface Content {
  readonly text: string
  readonly digest: Digest
  readonly config: Digest
  readonly layer: Digest
}

export function openExchange(
  url: string,
  name: string,
  always: Readonly<Record<string, string>> = {},
): Exchange {
  const send = async (method: string, path: string, { headers = {}, body }: More = {}) => {
    const full = path.startsWith('/') ? `${url}${path}` : `${url}/v2/${name}/${path}`
    const target = path.startsWith('http') ? path : full
    const init = { method, headers: { ...always, ...headers }, redirect: 'manual' as const }
    const response = await fetch(
      target,
      body === undefined ? init : { ...init, body: bytesOf(body) },
    )
    return await readReply(response, target)
  }
  const putManifest = (reference: string, value: unknown, mediaType = ociManifestType) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    return send('PUT', `manifests/${reference}`, { headers: { 'content-type': mediaType }, body })
  }
  const putBlob = async (text: string) => {
    const digest = digestOf(Buffer.from(text))
    const start = await send('POST', 'blobs/uploads/')
    const query = `${start.location.includes('?') ? '&' : '?'}digest=${digest}`
    const headers = { 'content-type': 'application/octet-stream' }
    const end = await send('PUT', `${start.location}${query}`, { headers, body: text })
    if (end.status !== 201) throw new Error(`blob was answered ${end.status}: ${end.text}`)
    return digest
  }
  const image = async (layerText: string, more: object = {}) => {
    const config = await putBlob('{}')
    const layer = await putBlob(layerText)
    const text = JSON.stringify({
      schemaVersion: 2,
      mediaType: ociManifestType,
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: config, size: 2 },
      layers: [{ mediaType: 'text/plain', digest: layer, size: Buffer.byteLength(layerText) }],
      ...more,
    })
    return { text, digest: digestOf(Buffer.from(text)), config, layer }
  }
  return { name, send, putBlob, putManifest, image }
}

/** An index of one image. */
export function indexOf({ digest, text }: Content): string {
  const entry = { mediaType: ociManifestType, digest, size: Buffer.byteLength(text) }
  return JSON.stringify({ schemaVersion: 2, mediaType: ociIndexType, manifests: [entry] })
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body)
}

async function readReply(response: Response, target: string): Promise<Reply> {
  // docker-registry announces a body with 416 that never comes.
  const text = response.status === 416 ? '' : await response.text()
  const location = response.headers.get('location') ?? ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: /"code":\s*"([A-Z_]+)"/.exec(text)?.[1],
    location: location === '' ? '' : new URL(location, target).href,
  }
}
