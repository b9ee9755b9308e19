import { expect } from 'vitest'
import { type Row, accepts, nowhere } from '../row.ts'

export const management: readonly Row[] = [
  {
    name: 'deletes a manifest by digest, and its tags with it',
    run: async (at) => {
      const image = await at.image('to be deleted')
      await at.putManifest('v1', image.text)
      const reply = await at.send('DELETE', `manifests/${image.digest}`)
      expect((await at.send('GET', 'manifests/v1')).status).toBe(404)
      expect((await at.send('GET', `manifests/${image.digest}`)).status).toBe(404)
      return reply
    },
    status: 202,
  },
  {
    name: 'deletes a tag alone',
    run: async (at) => {
      const image = await at.image('to be untagged')
      await at.putManifest('v1', image.text)
      const reply = await at.send('DELETE', 'manifests/v1')
      const rest = await at.send('GET', `manifests/${image.digest}`, { headers: accepts })
      expect(rest.status).toBe(200)
      return reply
    },
    // Version 2.8 deletes by digest only.
    status: { embedded: 202, 'docker-registry': 400 },
    code: { embedded: undefined, 'docker-registry': 'DIGEST_INVALID' },
  },
  {
    name: 'deletes a blob',
    run: async (at) => {
      const digest = await at.putBlob('to be deleted')
      const reply = await at.send('DELETE', `blobs/${digest}`)
      expect((await at.send('GET', `blobs/${digest}`)).status).toBe(404)
      return reply
    },
    status: 202,
  },
  {
    name: 'does not know a manifest to delete',
    run: (at) => at.send('DELETE', `manifests/${nowhere}`),
    status: 404,
    code: 'MANIFEST_UNKNOWN',
  },
  {
    name: 'does not know a blob to delete',
    run: (at) => at.send('DELETE', `blobs/${nowhere}`),
    status: 404,
    code: 'BLOB_UNKNOWN',
  },
  {
    name: 'cancels an upload',
    run: async (at) => {
      const start = await at.send('POST', 'blobs/uploads/')
      const reply = await at.send('DELETE', start.location)
      expect((await at.send('GET', start.location)).status).toBe(404)
      return reply
    },
    status: 204,
  },
]
