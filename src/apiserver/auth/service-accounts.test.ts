import { expect, test } from 'vitest'
import { readPath, textAt } from '../../objects/kube-object.ts'
import { localClient, type LocalClient } from '../local-client-for-test.ts'
import { inProcessTransport } from '../http/in-process.ts'
import { until } from '../until-for-test.ts'

const accounts = '/api/v1/namespaces/default/serviceaccounts'
const reviews = '/apis/authentication.k8s.io/v1/tokenreviews'

async function ready(client: LocalClient): Promise<void> {
  await until(async () => (await client.send('GET', `${accounts}/default`)).status === 200)
}

async function tokenOf({ send }: LocalClient, spec = {}): Promise<string> {
  const answer = await send('POST', `${accounts}/default/token`, { spec })
  expect(answer.status).toBe(201)
  return textAt(answer.body, ['status', 'token'])
}

test('a namespace gets an account and the certificate of the authority', async () => {
  const client = await localClient({ authority: 'PEM' })
  await client.send('POST', '/api/v1/namespaces', { metadata: { name: 'fresh' } })
  const map = '/api/v1/namespaces/fresh/configmaps/kube-root-ca.crt'
  await until(async () => (await client.send('GET', map)).status === 200)
  expect((await client.send('GET', map)).body).toMatchObject({ data: { 'ca.crt': 'PEM' } })
  expect(
    (await client.send('GET', '/api/v1/namespaces/fresh/serviceaccounts/default')).status,
  ).toBe(200)
})

test('the certificate is put back when somebody deletes or changes it', async () => {
  const client = await localClient({ authority: 'PEM' })
  await client.send('POST', '/api/v1/namespaces', { metadata: { name: 'fresh' } })
  const map = '/api/v1/namespaces/fresh/configmaps/kube-root-ca.crt'
  const data = async () => readPath((await client.send('GET', map)).body, ['data'])
  await until(async () => (await client.send('GET', map)).status === 200)
  const changed = { metadata: { name: 'kube-root-ca.crt' }, data: { 'ca.crt': 'x', more: 'y' } }
  expect((await client.send('PUT', map, changed)).status).toBe(200)
  await until(async () => JSON.stringify(await data()) === '{"ca.crt":"PEM"}')
  await client.send('DELETE', map)
  await until(async () => JSON.stringify(await data()) === '{"ca.crt":"PEM"}')
})

test('a token makes its bearer the account that it is of', async () => {
  const client = await localClient()
  await ready(client)
  const token = await tokenOf(client)
  const asBearer = inProcessTransport(client.server.answer, {})
  const answer = await asBearer(
    {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    },
    new AbortController().signal,
  )
  const body: unknown = JSON.parse(Buffer.concat(await Array.fromAsync(answer.body)).toString())
  expect(body).toMatchObject({
    status: {
      userInfo: {
        username: 'system:serviceaccount:default:default',
        groups: [
          'system:serviceaccounts',
          'system:serviceaccounts:default',
          'system:authenticated',
        ],
      },
    },
  })
})

test('a token is reviewed for those it was made for', async () => {
  const client = await localClient()
  await ready(client)
  const token = await tokenOf(client, { audiences: ['vault'] })
  const review = (spec: object) => client.send('POST', reviews, { spec: { token, ...spec } })
  expect((await review({ audiences: ['vault', 'other'] })).body).toMatchObject({
    status: { authenticated: true, audiences: ['vault'] },
  })
  expect(readPath((await review({})).body, ['status', 'authenticated'])).toBeUndefined()
})

test('a token goes with what it is bound to, and with its account', async () => {
  const client = await localClient()
  await ready(client)
  const pods = '/api/v1/namespaces/default/pods'
  await client.send('POST', pods, {
    metadata: { name: 'one' },
    spec: { containers: [{ name: 'a', image: 'a' }] },
  })
  const token = await tokenOf(client, {
    boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'one' },
  })
  const isGood = async () => {
    const { body } = await client.send('POST', reviews, { spec: { token } })
    return readPath(body, ['status', 'authenticated']) === true
  }
  expect(await isGood()).toBe(true)
  await client.send('DELETE', `${pods}/one`)
  expect(await isGood()).toBe(false)
})

test('a secret that asks for a token gets one, and goes with the account', async () => {
  const client = await localClient({ authority: 'PEM' })
  await ready(client)
  await client.send('POST', accounts, { metadata: { name: 'robot' } })
  const secrets = '/api/v1/namespaces/default/secrets'
  await client.send('POST', secrets, {
    metadata: { name: 'key', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
    type: 'kubernetes.io/service-account-token',
  })
  let token = ''
  await until(async () => {
    token = textAt((await client.send('GET', `${secrets}/key`)).body, ['data', 'token'])
    return token !== ''
  })
  const spec = { token: Buffer.from(token, 'base64').toString() }
  expect((await client.send('POST', reviews, { spec })).body).toMatchObject({
    status: { user: { username: 'system:serviceaccount:default:robot' } },
  })
  await client.send('DELETE', `${accounts}/robot`)
  await until(async () => (await client.send('GET', `${secrets}/key`)).status === 404)
})

test('the keys of tokens are kept over a restart', async () => {
  const { server, send } = await localClient()
  const first = (await send('GET', '/openid/v1/jwks')).body
  expect(first).toMatchObject({ keys: [{ kty: 'EC', alg: 'ES256', use: 'sig' }] })
  const kept = server.registry.store.get('internal/keys', 'service-accounts')
  expect(kept?.bytes.length).toBeGreaterThan(100)
})
