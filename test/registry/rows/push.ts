import { expect } from 'vitest'
import { digestOf } from '../../../src/oci/digest.ts'
import { ociIndexType } from '../../../src/oci/media-types.ts'
import { type Exchange, type Reply, indexOf } from '../exchange.ts'
import { type Row, nowhere } from '../row.ts'

const hello = digestOf(Buffer.from('hello'))

export const push: readonly Row[] = [
  {
    name: 'starts an upload',
    run: (at) => at.send('POST', 'blobs/uploads/'),
    status: 202,
    headers: { range: '0-0' },
  },
  {
    name: 'takes a blob in one request',
    run: (at) =>
      at.send('POST', `blobs/uploads/?digest=${hello}`, {
        headers: { 'content-type': 'application/octet-stream' },
        body: 'hello',
      }),
    // docker-registry 2.8 starts an upload instead, which the specification allows.
    status: { embedded: 201, 'docker-registry': 202 },
  },
  {
    name: 'takes a blob in pieces, each answered with how far it is',
    run: async (at) => {
      const start = await at.send('POST', 'blobs/uploads/')
      const first = await piece(at, start.location, 'hel', '0-2')
      expect([first.status, first.headers.get('range')]).toEqual([202, '0-2'])
      const second = await piece(at, first.location, 'lo', '3-4')
      expect([second.status, second.headers.get('range')]).toEqual([202, '0-4'])
      return at.send('PUT', withDigest(second.location, hello))
    },
    status: 201,
    headers: { 'docker-content-digest': hello },
  },
  {
    name: 'takes the last piece with the end of the upload',
    run: async (at) => {
      const start = await at.send('POST', 'blobs/uploads/')
      const first = await piece(at, start.location, 'hel', '0-2')
      const headers = { 'content-type': 'application/octet-stream', 'content-range': '3-4' }
      return at.send('PUT', withDigest(first.location, hello), { headers, body: 'lo' })
    },
    status: 201,
  },
  {
    name: 'says how far an upload is',
    run: async (at) => {
      const start = await at.send('POST', 'blobs/uploads/')
      const first = await piece(at, start.location, 'hel', '0-2')
      return at.send('GET', first.location)
    },
    status: 204,
    headers: { range: '0-2' },
  },
  {
    name: 'refuses a piece that does not begin where the upload ends',
    run: async (at) => {
      const start = await at.send('POST', 'blobs/uploads/')
      const first = await piece(at, start.location, 'hel', '0-2')
      return piece(at, first.location, 'o', '4-4')
    },
    // Version 2.8 does not look at the range.
    status: { embedded: 416, 'docker-registry': 202 },
  },
  {
    name: 'refuses bytes with another digest',
    run: async (at) => {
      const start = await at.send('POST', 'blobs/uploads/')
      return at.send('PUT', withDigest(start.location, hello), { body: 'other' })
    },
    status: 400,
    code: 'DIGEST_INVALID',
  },
  {
    name: 'does not know an upload that nobody started',
    run: (at) => at.send('PUT', `blobs/uploads/${crypto.randomUUID()}?digest=${hello}`),
    status: 404,
    // Version 2.8 looks at the signed state in the location first.
    code: { embedded: 'BLOB_UPLOAD_UNKNOWN', 'docker-registry': 'BLOB_UPLOAD_INVALID' },
  },
  {
    name: 'mounts a blob of another repository',
    run: async (at) => {
      const digest = await at.putBlob('to be mounted')
      const query = `mount=${digest}&from=${encodeURIComponent(at.name)}`
      return at.send('POST', `/v2/${at.name}/mounted/blobs/uploads/?${query}`)
    },
    status: 201,
  },
  {
    name: 'starts an upload when there is nothing to mount',
    run: (at) => at.send('POST', `blobs/uploads/?mount=${nowhere}&from=${at.name}`),
    status: 202,
  },
  {
    name: 'takes a manifest whose blobs are there',
    run: async (at) => at.putManifest('v1', (await at.image('complete')).text),
    status: 201,
  },
  {
    name: 'refuses a manifest whose blobs are missing',
    run: (at) =>
      at.putManifest('v1', {
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config: { mediaType: 'application/json', digest: nowhere, size: 2 },
        layers: [],
      }),
    status: 400,
    code: 'MANIFEST_BLOB_UNKNOWN',
  },
  {
    name: 'refuses a manifest that is not JSON',
    run: (at) => at.putManifest('v1', 'not json'),
    status: 400,
    code: 'MANIFEST_INVALID',
  },
  {
    name: 'refuses a manifest under a digest that it has not',
    run: async (at) => at.putManifest(nowhere, (await at.image('other')).text),
    status: 400,
    code: 'DIGEST_INVALID',
  },
  {
    name: 'refuses a manifest that is larger than 4 MiB',
    run: (at) => at.putManifest('v1', `"${'x'.repeat(5 * 1024 * 1024)}"`),
    status: { embedded: 413, 'docker-registry': 400 },
    code: 'MANIFEST_INVALID',
  },
  {
    name: 'takes an index',
    run: async (at) => {
      const image = await at.image('of an index')
      await at.putManifest(image.digest, image.text)
      return at.putManifest('all', indexOf(image), ociIndexType)
    },
    status: 201,
  },
]

function piece(at: Exchange, location: string, body: string, range: string): Promise<Reply> {
  const headers = { 'content-type': 'application/octet-stream', 'content-range': range }
  return at.send('PATCH', location, { headers, body })
}

function withDigest(location: string, digest: string): string {
  return `${location}${location.includes('?') ? '&' : '?'}digest=${digest}`
}
