import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAuthority } from '../../apiserver/certificates/open-authority.ts'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { type ServerStage, openStage, plugin } from '../server-stage-for-test.ts'

type Authority = Awaited<ReturnType<typeof openAuthority>>

const secret = 'a-secret-of-the-proxy-0123456789'
let folder: string
let authority: Authority
let stranger: Authority
let stage: ServerStage
let stop: () => Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-tls-'))
  authority = await openAuthority(join(folder, 'own'), Date.now)
  stranger = await openAuthority(join(folder, 'stranger'), Date.now)
  const files = await writeServerFiles(authority)
  const cluster = await startCluster()
  stop = cluster.stop
  const { applyObject } = await import('../../kube/objects/apply-object.ts')
  const resource = {
    group: '',
    version: 'v1',
    resource: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
  }
  const name = 'extension-apiserver-authentication'
  const published = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'kube-system', name },
    data: { 'client-ca-file': authority.certificate },
  }
  const never = new AbortController().signal
  await applyObject(cluster.client, resource, published, { fieldManager: 'test' }, never)
  stage = await openStage(cluster.client, {
    tls: files,
    clientCertificates: true,
    proxy: { addresses: ['127.0.0.0/30'], secret },
  })
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
  await rm(folder, { recursive: true })
})

async function writeServerFiles(from: Authority) {
  const signed = from.signServer(['localhost'], ['127.0.0.1'])
  const [certFile, keyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  await writeFile(certFile, signed.certificate)
  await writeFile(keyFile, signed.key)
  return { certFile, keyFile }
}

interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
}

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly client?: { readonly certificate: string; readonly key: string }
  readonly localAddress?: string
  readonly body?: unknown
}

function ask(path: string, asked: Asked = {}): Promise<Answered> {
  const { method = 'GET', headers = {}, client, localAddress, body } = asked
  return new Promise((resolve, reject) => {
    const sent = request(
      `${stage.server.url}${path}`,
      {
        method,
        agent: false,
        ca: authority.certificate,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
        ...(localAddress === undefined ? {} : { localAddress }),
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => (text += String(chunk)))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text === '' ? '{}' : text) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('client certificates', () => {
  test('the common name is the user, the organisations are the groups', async () => {
    const client = authority.signClient('berta', ['dev', 'ops'])
    const { status, body } = await ask('/api/v1/me', { client })
    expect([status, body]).toMatchObject([
      200,
      { user: 'berta', groups: ['dev', 'ops'], signedInBy: 'certificate' },
    ])
  })

  test('its owner has the rights of the cluster, and no others', async () => {
    const none = authority.signClient('berta', [])
    const all = authority.signClient('chef', ['system:masters'])
    expect((await ask('/api/v1/plugins', { client: none })).status).toBe(403)
    expect((await ask('/api/v1/plugins', { client: all })).status).toBe(200)
  })

  test('one of another authority, one that has no name and none at all sign in nobody', async () => {
    const other = stranger.signClient('chef', ['system:masters'])
    const unnamed = authority.signClient('', ['system:masters'])
    expect((await ask('/api/v1/me', { client: other })).status).toBe(401)
    expect((await ask('/api/v1/me', { client: unnamed })).status).toBe(401)
    expect((await ask('/api/v1/me')).status).toBe(401)
  })

  test('browsers send it by themselves, so changes need the CSRF token', async () => {
    const client = authority.signClient('chef', ['system:masters'])
    const body = plugin(stage.team, 'by-certificate')
    const change = (headers: Record<string, string>) =>
      ask('/api/v1/plugins?dryRun=true', { method: 'POST', client, body, headers })
    expect((await change({})).body).toMatchObject({ status: 403, reason: 'CsrfTokenMissing' })
    const { csrfToken } = (await ask('/api/v1/me', { client })).body
    expect((await change({ 'x-csrf-token': String(csrfToken) })).status).toBe(201)
  })
})

describe('a reverse proxy', () => {
  const named = {
    'x-outrigger-proxy-secret': secret,
    'impersonate-user': 'anna',
    'impersonate-group': ['dev, with a comma', 'ops'],
    'impersonate-extra-scopes': 'view',
  }
  test('names the user and the groups', async () => {
    const { status, body } = await ask('/api/v1/me', { headers: named })
    const groups = ['dev, with a comma', 'ops']
    expect([status, body]).toMatchObject([200, { user: 'anna', groups, signedInBy: 'proxy' }])
  })

  test.each<{ name: string; asked: Asked }>([
    {
      name: 'a wrong secret',
      asked: { headers: { ...named, 'x-outrigger-proxy-secret': `${secret}x` } },
    },
    { name: 'no secret', asked: { headers: { 'impersonate-user': 'anna' } } },
    { name: 'an address that was not named', asked: { headers: named, localAddress: '127.0.0.9' } },
    {
      name: 'groups without a user',
      asked: {
        headers: { 'x-outrigger-proxy-secret': secret, 'impersonate-group': 'system:masters' },
      },
    },
    { name: 'an empty user', asked: { headers: { ...named, 'impersonate-user': '' } } },
    { name: 'two users', asked: { headers: { ...named, 'impersonate-user': ['anna', 'berta'] } } },
  ])('$name signs in nobody', async ({ asked }) => {
    expect((await ask('/api/v1/me', asked)).status).toBe(401)
  })

  test('a good token does not help who asks to be somebody else', async () => {
    const headers = { authorization: `Bearer ${stage.tokens.admin}`, 'impersonate-user': 'anna' }
    expect((await ask('/api/v1/me', { headers })).status).toBe(401)
  })

  test('the secret alone is nobody', async () => {
    const headers = { 'x-outrigger-proxy-secret': secret }
    expect((await ask('/api/v1/me', { headers })).status).toBe(401)
  })
})
