import { expect, test } from 'vitest'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startFaultyProxy } from '../../../test/registry/faulty-proxy.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { remoteSource } from '../media/remote.ts'
import { fallbackTag } from '../referrers-index.ts'
import { connectRegistry } from './registry.ts'
import { createTransport } from './transport.ts'

const { signal } = new AbortController()

test('a registry that knows no referrers is asked once, and not for tags that it has not', async () => {
  const behind = await startTemporaryRegistry()
  const proxy = await startFaultyProxy(behind.url)
  proxy.fault = ({ path }) => (path.includes('/referrers/') ? { status: 404 } : undefined)
  const transport = createTransport()
  try {
    const at = openExchange(behind.url, 'team/app')
    const [signed, other] = [await at.image('signed'), await at.image('other')]
    await at.putManifest('1', signed.text)
    const descriptor = { mediaType: 'application/vnd.oci.image.manifest.v1+json', size: 1 }
    const index = {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [{ ...descriptor, digest: other.digest }],
    }
    await at.putManifest('2', other.text)
    await at.putManifest(fallbackTag(signed.digest), index, index.mediaType)
    const source = remoteSource(connectRegistry(proxy.host, { transport }), 'team/app')
    expect(await source.referrers(signed.digest, signal)).toMatchObject([{ digest: other.digest }])
    expect(await source.referrers(other.digest, signal)).toEqual([])
    const asked = proxy.seen.map(({ path }) => path.replace(/.*(referrers|tags|manifests).*/, '$1'))
    expect(asked).toEqual(['referrers', 'tags', 'manifests'])
  } finally {
    await transport.close()
    await proxy.stop()
    await behind.stop()
  }
})
