import { afterEach, expect, test } from 'vitest'
import { type MuseumServer, startMuseumServer } from '../../../test/sources/museum-server.ts'
import { basicHeader } from '../../oci/auth/credentials.ts'
import { type HttpCredentials, createHttpFetcher } from '../http/fetcher.ts'
import { strictPolicy } from '../policy/policy.ts'
import { type MuseumUpload, uploadToMuseum } from './museum.ts'

const signal = new AbortController().signal
const archive = {
  name: 'a-1.0.0.tgz',
  bytes: Buffer.from('\x1f\x8b\r\n\r\n--binary\xff', 'latin1'),
}
const provenance = { name: 'a-1.0.0.tgz.prov', bytes: Buffer.from('signed') }
const running: { readonly stop: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()))
})

test('a chart and its provenance arrive, and are not replaced unless that is asked for', async () => {
  const museum = await start({})
  await upload(museum, { archive, provenance })
  expect([...museum.stored.keys()]).toEqual(['/a-1.0.0.tgz', '/a-1.0.0.tgz.prov'])
  expect(museum.stored.get('/a-1.0.0.tgz')).toEqual(archive.bytes)
  const changed = { ...archive, bytes: Buffer.from('other') }
  await expect(upload(museum, { archive: changed })).rejects.toMatchObject({
    code: 'conflict',
    message: `cannot upload a-1.0.0.tgz: ${museum.url}/api/charts answered 409 Conflict: a-1.0.0.tgz already exists; use force to replace it`,
  })
  expect(museum.stored.get('/a-1.0.0.tgz')).toEqual(archive.bytes)
  await upload(museum, { archive: changed, force: true })
  expect(museum.stored.get('/a-1.0.0.tgz')).toEqual(changed.bytes)
})

test.each([
  { path: '/org/repo', stored: '/org/repo/a-1.0.0.tgz' },
  { path: '/org/repo/', stored: '/org/repo/a-1.0.0.tgz' },
  { path: '', stored: '/a-1.0.0.tgz' },
])('the tenant of $path is in the path of the API', async ({ path, stored }) => {
  const museum = await start({})
  await upload(museum, { repositoryUrl: `${museum.url}${path}` })
  expect([...museum.stored.keys()]).toEqual([stored])
})

test('credentials are sent, and a refusal shows none of them', async () => {
  const museum = await start({ authorization: basicHeader('me', 'open-sesame') })
  const credentials = { kind: 'password', username: 'me', password: 'open-sesame' } as const
  await upload(museum, { credentials })
  const wrong = { ...credentials, password: 'wrong-word' }
  const refused = upload(museum, { credentials: wrong })
  await expect(refused).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(refused).rejects.not.toThrow('wrong-word')
})

test('a name cannot break out of its header', async () => {
  const museum = await start({})
  await upload(museum, { archive: { ...archive, name: 'a"\r\nx: y-1.0.0.tgz' } })
  expect([...museum.stored.keys()]).toEqual(['/a___x__y-1.0.0.tgz'])
})

async function start(options: { readonly authorization?: string }): Promise<MuseumServer> {
  const museum = await startMuseumServer(options)
  running.push(museum)
  return museum
}

async function upload(
  museum: MuseumServer,
  options: Partial<MuseumUpload> & { readonly credentials?: HttpCredentials },
): Promise<void> {
  const { credentials, ...rest } = options
  const source = {
    url: new URL(museum.url),
    trust: 'trusted',
    ...(credentials ? { credentials } : {}),
  } as const
  const fetcher = createHttpFetcher(source, { policy: strictPolicy })
  running.push({ stop: fetcher.close })
  await uploadToMuseum({ repositoryUrl: museum.url, fetcher, archive, ...rest }, signal)
}
