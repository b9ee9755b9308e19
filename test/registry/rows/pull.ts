import { expect } from 'vitest'
import { digestOf } from '../../../src/oci/digest.ts'
import { type Row, accepts, nowhere } from '../row.ts'

const hello = digestOf(Buffer.from('hello'))

export const pull: readonly Row[] = [
  { name: 'answers at the root', run: (at) => at.send('GET', '/v2/'), status: 200, text: '{}' },
  {
    name: 'gives a blob with its digest',
    run: async (at) => at.send('GET', `blobs/${await at.putBlob('hello')}`),
    status: 200,
    headers: { 'docker-content-digest': hello, 'content-length': '5' },
    text: 'hello',
  },
  {
    name: 'gives the head of a blob',
    run: async (at) => at.send('HEAD', `blobs/${await at.putBlob('hello')}`),
    status: 200,
    headers: { 'content-length': '5' },
    text: '',
  },
  {
    name: 'gives a part of a blob',
    run: async (at) =>
      at.send('GET', `blobs/${await at.putBlob('hello')}`, { headers: { range: 'bytes=1-3' } }),
    status: 206,
    headers: { 'content-range': 'bytes 1-3/5', 'content-length': '3' },
    text: 'ell',
  },
  {
    name: 'refuses a part behind the end of a blob',
    run: async (at) =>
      at.send('GET', `blobs/${await at.putBlob('hello')}`, { headers: { range: 'bytes=9-' } }),
    status: 416,
  },
  {
    name: 'gives an empty blob',
    run: async (at) => at.send('GET', `blobs/${await at.putBlob('')}`),
    status: 200,
    text: '',
  },
  {
    name: 'does not know a blob that nobody pushed',
    run: (at) => at.send('GET', `blobs/${nowhere}`),
    status: 404,
    code: 'BLOB_UNKNOWN',
  },
  {
    name: 'does not give a blob of another repository',
    run: async (at) => {
      const digest = await at.putBlob('mine alone')
      return at.send('GET', `/v2/${at.name}/other/blobs/${digest}`)
    },
    status: 404,
    code: 'BLOB_UNKNOWN',
  },
  {
    name: 'gives a manifest by tag, with its type and digest',
    run: async (at) => {
      const image = await at.image('by tag')
      await at.putManifest('v1', image.text)
      const reply = await at.send('GET', 'manifests/v1', { headers: accepts })
      expect(reply.text).toBe(image.text)
      expect(reply.headers.get('docker-content-digest')).toBe(image.digest)
      return reply
    },
    status: 200,
    headers: { 'content-type': 'application/vnd.oci.image.manifest.v1+json' },
  },
  {
    name: 'gives a manifest by digest',
    run: async (at) => {
      const image = await at.image('by digest')
      await at.putManifest(image.digest, image.text)
      return at.send('GET', `manifests/${image.digest}`, { headers: accepts })
    },
    status: 200,
  },
  {
    name: 'gives the head of a manifest',
    run: async (at) => {
      const image = await at.image('by head')
      await at.putManifest('v1', image.text)
      const reply = await at.send('HEAD', 'manifests/v1', { headers: accepts })
      expect(reply.headers.get('content-length')).toBe(String(image.text.length))
      return reply
    },
    status: 200,
    text: '',
  },
  {
    name: 'does not know a tag that nobody pushed',
    run: (at) => at.send('GET', 'manifests/none'),
    status: 404,
    code: 'MANIFEST_UNKNOWN',
  },
  {
    name: 'does not know a manifest that nobody pushed',
    run: (at) => at.send('HEAD', `manifests/${nowhere}`),
    status: 404,
  },
]
