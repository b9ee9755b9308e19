import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { execCredentials } from './exec-plugin.ts'
import { fileCredentials } from './file-credentials.ts'
import { connectionInCluster, isInCluster } from './in-cluster.ts'
import type { ExecEntry } from './kubeconfig.ts'
import { oidcCredentials } from './oidc.ts'

const never = new AbortController().signal
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A program that notes what it was told, and answers with the text. */
async function plugin(name: string, answer: string): Promise<ExecEntry> {
  const command = join(folder, name)
  const script = `#!/bin/sh\nprintf '%s\\n' "$KUBERNETES_EXEC_INFO $OWN $1" >> '${command}.calls'\n${answer}\n`
  await writeFile(command, script)
  await chmod(command, 0o755)
  return {
    apiVersion: 'client.authentication.k8s.io/v1',
    command,
    args: ['login'],
    env: [{ name: 'OWN', value: 'mine' }],
    installHint: '',
    provideClusterInfo: false,
    interactiveMode: 'Never',
  }
}

const callsOf = async ({ command }: ExecEntry) =>
  (await readFile(`${command}.calls`, 'utf8')).trim().split('\n')

const answerWith = (status: string, version = 'v1') =>
  `cat <<'X'\n{"apiVersion":"client.authentication.k8s.io/${version}","kind":"ExecCredential","status":${status}}\nX`

test('a plugin is asked once until what it gave expires, and again when it is refused', async () => {
  const clock = new VirtualClock()
  const expires = new Date(clock.now() + 60_000).toISOString()
  const entry = await plugin(
    'token',
    answerWith(`{"token":"t","expirationTimestamp":"${expires}"}`),
  )
  const ports = { environment: { PATH: '/usr/bin:/bin' }, clock, terminal: false }
  const credentials = execCredentials(entry, {}, ports)
  const both = await Promise.all([credentials.current(never), credentials.current(never)])
  expect(both[0]).toEqual({ authorization: 'Bearer t' })
  expect(await callsOf(entry)).toEqual([
    '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}} mine login',
  ])
  await clock.advance(60_000)
  const next = await credentials.current(never)
  expect(await callsOf(entry)).toHaveLength(2)
  expect([credentials.refused(both[0]), credentials.refused(next)]).toEqual([true, true])
  await credentials.current(never)
  expect(await callsOf(entry)).toHaveLength(3)
})

test('a plugin may give a certificate, and is told of the cluster when it asks for that', async () => {
  const status = '{"clientCertificateData":"CERT","clientKeyData":"KEY"}'
  const entry = await plugin('certificate', answerWith(status, 'v1beta1'))
  const asking = {
    ...entry,
    apiVersion: 'client.authentication.k8s.io/v1beta1',
    provideClusterInfo: true,
    interactiveMode: '',
  }
  const ports = { environment: {}, clock: new VirtualClock(), terminal: false }
  const credentials = execCredentials(asking, { server: 'https://c', config: null }, ports)
  expect(await credentials.current(never)).toEqual({ certificate: { cert: 'CERT', key: 'KEY' } })
  expect((await callsOf(entry))[0]).toContain('"cluster":{"server":"https://c","config":null}')
})

test.each([
  { name: 'exit', answer: 'echo secret; exit 3', message: 'failed with exit code 3' },
  { name: 'text', answer: 'echo secret', message: 'did not answer with JSON' },
  {
    name: 'version',
    answer: answerWith('{"token":"secret"}', 'v1alpha1'),
    message: 'instead of client.authentication.k8s.io/v1',
  },
  { name: 'nothing', answer: answerWith('{}'), message: 'gave neither token nor certificate' },
  {
    name: 'half',
    answer: answerWith('{"clientKeyData":"secret"}'),
    message: 'gave only one of certificate and key',
  },
])('says what a plugin did wrong, not what it said: $name', async ({ name, answer, message }) => {
  const entry = await plugin(name, answer)
  const ports = {
    environment: { PATH: '/usr/bin:/bin' },
    clock: new VirtualClock(),
    terminal: false,
  }
  const attempt = execCredentials(entry, {}, ports).current(never)
  await expect(attempt).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining(message),
  })
  await expect(attempt).rejects.not.toThrow('secret')
})

test.each([
  { change: { command: '' }, message: 'command is missing' },
  { change: { apiVersion: 'client.authentication.k8s.io/v1alpha1' }, message: 'is not known' },
  { change: { interactiveMode: '' }, message: 'interactiveMode "" is not known' },
  { change: { interactiveMode: 'Always' }, message: 'it needs a terminal' },
])('an entry that cannot work is refused at once: $message', async ({ change, message }) => {
  const entry = { ...(await plugin('entry', 'true')), ...change }
  const ports = { environment: {}, clock: new VirtualClock(), terminal: false }
  expect(() => execCredentials(entry, {}, ports)).toThrow(message)
})

test('a missing plugin shows its hint without its escapes', async () => {
  const entry = {
    ...(await plugin('gone', 'true')),
    command: 'no-such-plugin',
    installHint: '\u001b[1mget\nit',
  }
  const ports = { environment: { PATH: folder }, clock: new VirtualClock(), terminal: false }
  await expect(execCredentials(entry, {}, ports).current(never)).rejects.toThrow(
    'cannot run exec plugin no-such-plugin\nU+001B[1mget\nit',
  )
})

test('a token file is read again every minute and when refused, and survives a moment without', async () => {
  const clock = new VirtualClock()
  const texts = ['one', 'two', undefined, 'four']
  const credentials = fileCredentials({ token: 'x' }, clock, async () => {
    const text = texts.shift()
    if (text === undefined) throw new Error('gone')
    return `${text}\n`
  })
  const seen: (string | undefined)[] = []
  const look = async () => seen.push((await credentials.current(never)).authorization)
  await look()
  await look()
  await clock.advance(60_000)
  await look()
  await clock.advance(60_000)
  await look()
  expect(credentials.refused(await credentials.current(never))).toBe(true)
  await look()
  expect(seen).toEqual(['one', 'one', 'two', 'two', 'four'].map((token) => `Bearer ${token}`))
})

test('a token file that was never there is an error', async () => {
  const credentials = fileCredentials({ token: join(folder, 'none') }, new VirtualClock())
  await expect(credentials.current(never)).rejects.toMatchObject({ code: 'bad-config' })
})

const jwt = (seconds: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: seconds })).toString('base64url')}.s`

test('an id-token is used until it expires, then renewed with the newest refresh-token', async () => {
  const clock = new VirtualClock(1_000_000)
  const asked: string[] = []
  const credentials = oidcCredentials(
    {
      'idp-issuer-url': 'https://idp/',
      'client-id': 'me',
      'id-token': jwt(1100),
      'refresh-token': 'r1',
    },
    {
      clock,
      ask: async (url, form) => {
        asked.push(`${url} ${form?.['refresh_token'] ?? ''}`.trim())
        if (form === undefined) return { token_endpoint: 'https://idp/token' }
        return { id_token: jwt(clock.now() / 1000 + 100), refresh_token: 'r2' }
      },
    },
  )
  expect(await credentials.current(never)).toEqual({ authorization: `Bearer ${jwt(1100)}` })
  await clock.advance(95_000)
  expect(await credentials.current(never)).toEqual({ authorization: `Bearer ${jwt(1195)}` })
  await clock.advance(95_000)
  await credentials.current(never)
  expect(asked.filter((line) => line.includes('/token'))).toEqual([
    'https://idp/token r1',
    'https://idp/token r2',
  ])
  expect(asked[0]).toBe('https://idp/.well-known/openid-configuration')
})

test('an expired id-token without refresh-token says so', async () => {
  const config = { 'idp-issuer-url': 'https://idp', 'client-id': 'me', 'id-token': 'broken' }
  const ports = { clock: new VirtualClock(), ask: async () => ({}) }
  await expect(oidcCredentials(config, ports).current(never)).rejects.toThrow('no refresh-token')
  expect(() => oidcCredentials({ 'client-id': 'me' }, ports)).toThrow('idp-issuer-url is missing')
})

test('a pod knows its server and is its service account', async () => {
  await writeFile(join(folder, 'ca.crt'), 'CA')
  await writeFile(join(folder, 'namespace'), 'shop\n')
  await writeFile(join(folder, 'token'), 'abc')
  const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' }
  const connection = await connectionInCluster(environment, new VirtualClock(), folder)
  expect([isInCluster(environment), isInCluster({})]).toEqual([true, false])
  expect(connection).toMatchObject({ namespace: 'shop', tls: { ca: 'CA' } })
  expect(connection.server.href).toBe('https://[fd00::1]:6443/')
  expect(await connection.credentials.current(never)).toEqual({ authorization: 'Bearer abc' })
  await expect(connectionInCluster({}, new VirtualClock())).rejects.toThrow(
    'does not run in a cluster',
  )
})
