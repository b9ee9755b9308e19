import { afterEach, expect, test } from 'vitest'
import { type MuseumServer, startMuseumServer } from '../../../test/sources/museum-server.ts'
import { createHttpFetcher } from '../../sources/http/fetcher.ts'
import { strictPolicy } from '../../sources/policy/policy.ts'
import { testChart } from '../package-for-test.ts'
import { museumUploads } from './upload-charts.ts'

const never = new AbortController().signal
let museum: MuseumServer | undefined

afterEach(async () => {
  await museum?.stop()
})

test('charts go to the tenant of their group in a ChartMuseum, and again only with other bytes', async () => {
  museum = await startMuseumServer({})
  const source = { url: new URL(museum.url), trust: 'trusted' } as const
  const fetcher = createHttpFetcher(source, { policy: strictPolicy })
  const uploads = museumUploads(museum.url, fetcher)
  const chart = {
    group: 'public',
    name: 'web',
    version: '0.1.0',
    archive: testChart('web', '0.1.0'),
    provenance: undefined,
  }
  expect(uploads.addressOf('public')).toBe(`${museum.url.replace(/\/$/, '')}/public`)
  expect(await uploads.upload(chart, never)).toBe('uploaded')
  expect([...museum.stored.keys()]).toEqual(['/public/web-0.1.0.tgz'])
  expect(await uploads.upload(chart, never)).toBe('there')
  const other = { ...chart, archive: testChart('web', '0.1.0', 'other:v2') }
  expect(await uploads.upload(other, never)).toBe('uploaded')
  expect(museum.stored.get('/public/web-0.1.0.tgz')).toEqual(Buffer.from(other.archive))
  await fetcher.close()
})
