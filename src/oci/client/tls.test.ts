import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { nodeDraws } from '../../chart/node/draws.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'
import { renderText } from '../../template/functions/render-for-test.ts'
import type { TlsOptions } from './connect.ts'
import { connectRegistry } from './registry.ts'
import { pingRegistry } from './resolve.ts'
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
beforeAll(async () => {
  own = makeMaterial()
  stranger = makeMaterial()
  const tls = { cert: own.cert, key: own.key }
  open = await startTemporaryRegistry({ tls })
  guarded = await startTemporaryRegistry({ tls: { ...tls, clientCa: own.ca } })
})
afterAll(async () => {
  await open.stop()
  await guarded.stop()
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
  const text = renderText(helmFunctions, template, nodeDraws())
  const [ca = '', cert = '', key = ''] =
    text.match(/-----BEGIN [^]*?-----END [A-Z ]+-----\n/g) ?? []
  return { ca, cert, key }
}
