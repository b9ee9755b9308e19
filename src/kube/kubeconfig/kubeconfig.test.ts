import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../std/clock.ts'
import { findConnection } from '../connect.ts'
import { connectionOfKubeconfig } from './connection-of-kubeconfig.ts'
import type { Kubeconfig } from './kubeconfig.ts'
import { loadKubeconfig } from './load-kubeconfig.ts'
import { parseKubeconfig } from './parse-kubeconfig.ts'
import { connectionOfSecret } from './secret-kubeconfig.ts'

const never = new AbortController().signal
const ports = { environment: {}, clock: systemClock, terminal: false }
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-'))
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'ca.crt'), 'CA')
  await writeFile(join(folder, 'token'), ' secret\n')
})
afterAll(() => rm(folder, { recursive: true }))

function parse(text: string): Kubeconfig {
  return parseKubeconfig(text, join(folder, 'config'))
}

/** A kubeconfig with one context, made of the fields of its cluster and its user. */
function oneContext(cluster: string, user: string): string {
  return `
clusters: [{name: c, cluster: {${cluster}}}]
users: [{name: u, user: {${user}}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`
}

const https = 'server: "https://example.com:6443"'
const packed = (text: string) => Buffer.from(text).toString('base64')

test('the first of two files wins whole entries, relative names belong to their file', async () => {
  const first = join(folder, 'first')
  const second = join(folder, 'sub', 'second')
  await writeFile(first, 'users: [{name: u, user: {tokenFile: token}}]\ncurrent-context: ""')
  await writeFile(
    second,
    oneContext(`${https}, certificate-authority: ../ca.crt`, 'token: other, username: left-out'),
  )
  const KUBECONFIG = [first, '', join(folder, 'missing'), second, first].join(delimiter)
  const config = await loadKubeconfig(undefined, { KUBECONFIG })
  expect(config.currentContext).toBe('x')
  expect(config.users.get('u')).toMatchObject({
    tokenFile: join(folder, 'token'),
    token: '',
    username: '',
  })
  expect(config.clusters.get('c')?.certificateAuthority).toBe(join(folder, 'ca.crt'))
  const connection = await findConnection({ environment: { KUBECONFIG } })
  expect(connection.tls.ca).toBe('CA')
  expect(await connection.credentials.current(never)).toEqual({ authorization: 'Bearer secret' })
})

test('a file that was named has to be there, those that were not need not', async () => {
  const named = join(folder, 'missing')
  await expect(loadKubeconfig(named, {})).rejects.toThrow(`there is no kubeconfig ${named}`)
  expect((await loadKubeconfig(undefined, { HOME: folder })).contexts.size).toBe(0)
  await expect(findConnection({ environment: { HOME: folder } })).rejects.toThrow(
    `there is no kubeconfig: ${join(folder, '.kube', 'config')} does not exist`,
  )
})

test.each([
  { user: 'token: abc', credential: { authorization: 'Bearer abc' } },
  { user: 'username: jane, password: pw', credential: { authorization: 'Basic amFuZTpwdw==' } },
  { user: '', credential: {} },
  {
    user: `client-certificate-data: ${packed('CERT')}, client-key-data: ${packed('KEY')}, token: abc`,
    credential: { authorization: 'Bearer abc', certificate: { cert: 'CERT', key: 'KEY' } },
  },
  {
    user: `client-certificate: ca.crt, client-key-data: ${packed('KEY')}`,
    credential: { certificate: { cert: 'CA', key: 'KEY' } },
  },
])('a user with $user proves itself', async ({ user, credential }) => {
  const connection = await connectionOfKubeconfig(parse(oneContext(https, user)), {}, ports)
  expect(await connection.credentials.current(never)).toEqual(credential)
})

test('nothing secret goes to a server without encryption, as with kubectl', async () => {
  const config = parse(oneContext('server: "http://example.com"', 'token: abc'))
  const connection = await connectionOfKubeconfig(config, {}, ports)
  expect(await connection.credentials.current(never)).toEqual({})
})

test('everything else of a cluster and a user is understood', async () => {
  const cluster = `server: "https://example.com/prefix?x#y", tls-server-name: inner, insecure-skip-tls-verify: true, proxy-url: "http://proxy:3128", disable-compression: true`
  const user = 'as: jane, as-uid: "7", as-groups: [a, b], as-user-extra: {scope: [x]}'
  const connection = await connectionOfKubeconfig(parse(oneContext(cluster, user)), {}, ports)
  expect(connection).toMatchObject({
    tls: { serverName: 'inner', insecureSkipVerify: true },
    impersonation: { user: 'jane', uid: '7', groups: ['a', 'b'], extra: { scope: ['x'] } },
    gzip: false,
    namespace: 'default',
  })
  expect(connection.server.href).toBe('https://example.com/prefix')
  expect(connection.proxy).toMatchObject({ kind: 'url' })
})

test('choices go before the kubeconfig, and the environment names a proxy', async () => {
  const environment = { HTTPS_PROXY: 'http://p:1', no_proxy: 'a' }
  const connection = await connectionOfKubeconfig(
    parse(oneContext(https, 'token: abc')),
    { server: 'https://other', token: 'mine', namespace: 'shop', insecureSkipTlsVerify: true },
    { ...ports, environment },
  )
  expect(connection.server.origin).toBe('https://other')
  expect(connection.namespace).toBe('shop')
  expect(await connection.credentials.current(never)).toEqual({ authorization: 'Bearer mine' })
  expect(connection.proxy).toEqual({ kind: 'environment', httpsProxy: 'http://p:1', noProxy: 'a' })
})

test.each([
  {
    name: 'no server',
    text: oneContext('', ''),
    message: 'cluster "c" of the kubeconfig has no server',
  },
  {
    name: 'a SOCKS proxy',
    text: oneContext(`${https}, proxy-url: "socks5://u:secret@p"`, ''),
    message: 'begins with socks5://; only http and https',
  },
  {
    name: 'trust and no trust',
    text: oneContext(`${https}, insecure-skip-tls-verify: true, certificate-authority: ca.crt`, ''),
    message: 'has a certificate authority and skips its check',
  },
  {
    name: 'two ways to log in',
    text: oneContext(https, 'token: a, username: b'),
    message: 'has a token and a password',
  },
  {
    name: 'a certificate without key',
    text: oneContext(https, `client-certificate-data: ${packed('C')}`),
    message: 'has a certificate and no key',
  },
  {
    name: 'groups without a user',
    text: oneContext(https, 'as-groups: [a]'),
    message: 'without a user',
  },
  {
    name: 'a foreign provider',
    text: oneContext(https, 'auth-provider: {name: gcp}'),
    message: 'auth provider "gcp" is not supported',
  },
  {
    name: 'a token that is no text',
    text: oneContext(https, 'token: 1234'),
    message: 'token of user "u" in',
  },
  {
    name: 'data that is not base64',
    text: oneContext(`${https}, certificate-authority-data: "§"`, ''),
    message: 'must be base64',
  },
  { name: 'a name twice', text: 'users: [{name: u}, {name: u}]', message: 'user "u" in' },
  {
    name: 'an unknown context',
    text: `${oneContext(https, '')}\ncontexts: []`,
    message: 'no context "x" in the kubeconfig; it has none',
  },
  {
    name: 'a lost cluster',
    text: 'contexts: [{name: x, context: {cluster: c}}]\ncurrent-context: x',
    message: 'no cluster "c" in the kubeconfig',
  },
  {
    name: 'no address',
    text: oneContext('server: "ftp://x"', ''),
    message: '"ftp://x" is not the address of a server',
  },
  { name: 'a broken file', text: 'a: b: secret', message: 'is not YAML' },
])('says what is wrong with $name', async ({ text, message }) => {
  const attempt = (async () => connectionOfKubeconfig(parse(text), {}, ports))()
  await expect(attempt).rejects.toMatchObject({
    code: 'bad-config',
    message: expect.stringContaining(message),
  })
  await expect(attempt).rejects.not.toThrow('secret')
})

test.each([
  { cluster: https, user: 'exec: {command: x, apiVersion: z}', field: 'exec' },
  { cluster: https, user: 'auth-provider: {name: oidc}', field: 'auth-provider' },
  { cluster: https, user: 'tokenFile: /etc/passwd', field: 'tokenFile' },
  {
    cluster: https,
    user: 'client-certificate: a, client-key: b',
    field: 'client-certificate, client-key',
  },
  { cluster: `${https}, certificate-authority: a`, user: '', field: 'certificate-authority' },
  { cluster: `${https}, proxy-url: "http://p"`, user: '', field: 'proxy-url' },
])('a kubeconfig from a Secret with $field is refused', async ({ cluster, user, field }) => {
  const attempt = connectionOfSecret(oneContext(cluster, user), 'Secret a/b', { proxy: 'refuse' })
  await expect(attempt).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(`the kubeconfig of Secret a/b uses ${field} in `),
  })
})

test('a kubeconfig from a Secret with a token is good, with a proxy where that is allowed', async () => {
  const text = oneContext(`${https}, proxy-url: "http://p"`, 'token: abc')
  const connection = await connectionOfSecret(text, 'Secret a/b', { proxy: 'allow' })
  expect(await connection.credentials.current(never)).toEqual({ authorization: 'Bearer abc' })
})
