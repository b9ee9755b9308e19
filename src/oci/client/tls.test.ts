import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startScriptedServer } from '../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'
import { renderText } from '../../template/functions/render-for-test.ts'
import { digestOf } from '../digest.ts'
import type { TlsOptions } from './connect.ts'
import { pushBlob } from './transfer/push-blob.ts'
import { readTlsFiles } from './read-tls-files.ts'
import { connectRegistry } from './registry.ts'
import { pingRegistry, pullManifest } from './resolve.ts'
import { createTransport } from './transport.ts'

const signal = new AbortController().signal
const retries = { attempts: 1, backoff: { first: 1, most: 1 }, mostPatience: 0 }

interface Material {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

let own: Material
let stranger: Material
let open: Awaited<ReturnType<typeof startTemporaryRegistry>>
let guarded: typeof open
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-tls-'))
  own = makeMaterial()
  stranger = makeMaterial()
  const tls = { cert: own.cert, key: own.key }
  open = await startTemporaryRegistry({ tls })
  guarded = await startTemporaryRegistry({ tls: { ...tls, clientCa: own.ca } })
})
afterAll(async () => {
  await open.stop()
  await guarded.stop()
  await rm(folder, { recursive: true })
})

test('a registry of a known authority is trusted', async () => {
  await expect(ping(open.host, { ca: own.ca })).resolves.toBeUndefined()
})

test('any registry is trusted when that is asked for', async () => {
  await expect(ping(open.host, { insecureSkipVerify: true })).resolves.toBeUndefined()
})

test.each([
  { name: 'without its authority', tls: () => ({}) },
  { name: 'with the authority of another', tls: () => ({ ca: stranger.ca }) },
])('a registry is not trusted $name', async ({ tls }) => {
  await expect(ping(open.host, tls())).rejects.toMatchObject({ code: 'unreachable' })
})

test('a registry for another name is not trusted', async () => {
  const host = open.host.replace('127.0.0.1', 'localhost')
  await expect(ping(host, { ca: own.ca })).rejects.toThrow('cannot reach https://localhost')
})

test('a client certificate lets in, no other does', async () => {
  const { ca, cert, key } = own
  await expect(ping(guarded.host, { ca, cert, key })).resolves.toBeUndefined()
  await expect(ping(guarded.host, { ca })).rejects.toMatchObject({ code: 'unreachable' })
  const other = { ca, cert: stranger.cert, key: stranger.key }
  await expect(ping(guarded.host, other)).rejects.toMatchObject({ code: 'unreachable' })
})

test('the material is read from files', async () => {
  await writeFile(join(folder, 'ca.crt'), own.ca)
  await writeFile(join(folder, 'tls.crt'), own.cert)
  await writeFile(join(folder, 'tls.key'), own.key)
  const [caFile, certFile, keyFile] = ['ca.crt', 'tls.crt', 'tls.key'].map((name) =>
    join(folder, name),
  )
  const tls = await readTlsFiles(
    { caFile: caFile!, certFile: certFile!, keyFile: keyFile! },
    signal,
  )
  await expect(ping(guarded.host, tls)).resolves.toBeUndefined()
})

test.each([
  { files: { caFile: 'none.crt' }, says: 'cannot read the certificate authority file none.crt' },
  { files: { caFile: import.meta.filename }, says: 'holds no PEM block' },
  { files: { certFile: 'a.crt' }, says: 'a client certificate needs its key file as well' },
  { files: { keyFile: 'a.key' }, says: 'a client key needs its certificate file as well' },
])('$files: $says', async ({ files, says }) => {
  await expect(readTlsFiles(files, signal)).rejects.toThrow(says)
})

test('what began encrypted does not go on in the clear', async () => {
  const plain = await startScriptedServer(
    (_, response) => void response.writeHead(201).end('hello'),
  )
  const server = createServer({ cert: own.cert, key: own.key }, (_, response) => {
    response
      .writeHead(_.method === 'POST' ? 202 : 307, { location: `${plain.url}/elsewhere` })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport({ tls: { ca: own.ca } })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const registry = connectRegistry(host, { transport, plainHttp: 'never', retries })
  const content = { digest: digestOf(Buffer.from('hello')), size: 5, open: () => hello() }
  try {
    const push = pushBlob(registry, 'a', { content, options: {} }, signal)
    await expect(push).rejects.toThrow('wants an upload in the clear')
    await expect(pullManifest(registry, 'a', 'v1', signal)).rejects.toThrow(
      'which is not encrypted',
    )
    expect(plain.seen).toEqual([])
  } finally {
    await transport.close()
    server.close()
    await plain.stop()
  }
})

async function* hello() {
  yield Buffer.from('hello')
}

async function ping(host: string, tls: TlsOptions): Promise<void> {
  const transport = createTransport({ tls })
  try {
    const registry = connectRegistry(host, { transport, plainHttp: 'never', retries })
    await pingRegistry(registry, signal)
  } finally {
    await transport.close()
  }
}

/** An authority and a certificate for 127.0.0.1, made by Helm's own functions. */
function makeMaterial(): Material {
  const template =
    '{{ $ca := genCA "test" 1 }}{{ $c := genSignedCert "registry" (list "127.0.0.1") nil 1 $ca }}' +
    '{{ $ca.Cert }}{{ $c.Cert }}{{ $c.Key }}'
  const text = renderText(helmFunctions, template, nodeEntropy())
  const [ca = '', cert = '', key = ''] =
    text.match(/-----BEGIN [^]*?-----END [A-Z ]+-----\n/g) ?? []
  return { ca, cert, key }
}
