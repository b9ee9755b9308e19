import { type Registry, connectRegistry } from '../../oci/client/registry.ts'
import type { Transport } from '../../oci/client/transport.ts'
import { createGuardedTransport } from '../../sources/http/guarded-transport.ts'
import { pushChart } from '../../sources/oci/push-chart.ts'
import { localTime } from '../local-time.ts'
import type { Sources } from './open-sources.ts'
import type { Package, Pushed, Target } from './pushed.ts'

/** Pushes a chart to oci://HOST/FOLDER, as helm push does. */
export async function pushToRegistry(
  { archive, provenance, written }: Package,
  { remote }: Target,
  sources: Sources,
  signal: AbortSignal,
): Promise<Pushed> {
  const [host = '', ...below] = remote.slice('oci://'.length).replace(/\/+$/, '').split('/')
  const { registry, close } = openRegistry(host, sources)
  try {
    const chart = { below: below.join('/'), archive, created: localTime(written, 'seconds') }
    const proof = provenance === undefined ? {} : { provenance }
    const { repository, tag, digest } = await pushChart(registry, { ...chart, ...proof }, signal)
    const reference = `${host}/${repository}:${tag}`
    const text = `Pushed: ${reference}\nDigest: ${digest}\n`
    return { text, value: { reference, digest } }
  } finally {
    await close()
  }
}

/** The registry that a user named; where it sends us is not trusted. */
function openRegistry(
  host: string,
  { tls, fetching }: Sources,
): { readonly registry: Registry; readonly close: () => Promise<void> } {
  const transport: Transport = {
    send: (request, signal) => guarded.send(request, signal),
    close: () => guarded.close(),
  }
  const { findCredentials, policy, plainHttp } = fetching
  const registry = connectRegistry(host, {
    transport,
    ...(plainHttp === undefined ? {} : { plainHttp }),
    ...(findCredentials === undefined ? {} : { findCredentials }),
  })
  const guarded = createGuardedTransport({ policy, source: registry.base, trust: 'trusted', tls })
  return { registry, close: guarded.close }
}
