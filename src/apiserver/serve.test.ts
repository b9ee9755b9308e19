import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ClientAccess } from './certificates/write-kubeconfig.ts'
import { serveApi } from './serve.ts'

async function ask(path: string, access: Partial<ClientAccess> & { readonly url: string }) {
  const { url, authority, certificate, key } = access
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { ca: authority, cert: certificate, key, agent: false }
    request(`${url}${path}`, options, resolve).on('error', reject).end()
  })
  return { status: answer.statusCode, body: await text(answer) }
}

test('an administrator is known by the certificate, also after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-serve-'))
  const first = await serveApi({ folder })
  const { admin } = first
  expect(await ask('/api/v1/namespaces/default', admin)).toMatchObject({ status: 200 })
  const { authority, url } = admin
  expect(await ask('/api/v1/namespaces', { url, authority })).toMatchObject({ status: 403 })
  await first.stop()
  const second = await serveApi({ folder })
  const again = { ...admin, url: second.admin.url }
  expect(await ask('/api/v1/secrets', again)).toMatchObject({ status: 200 })
  expect(JSON.parse(second.kubeconfig)).toMatchObject({ 'current-context': 'outrigger' })
  await second.stop()
  await rm(folder, { recursive: true })
})

test('a certificate of another authority is nobody', async () => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'outrigger-serve-'))))
  const [ours, theirs] = await Promise.all(folders.map((folder) => serveApi({ folder })))
  const mixed = { ...theirs?.admin, url: ours?.admin.url ?? '', authority: ours?.admin.authority }
  expect(await ask('/api/v1/secrets', mixed as ClientAccess)).toMatchObject({ status: 403 })
  await Promise.all([ours?.stop(), theirs?.stop()])
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})
