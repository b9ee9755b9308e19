import { openRegistry } from '../../../sources/fetch/open-registry.ts'
import { pushChart } from '../../../sources/oci/push-chart.ts'
import { localTime } from '../../local-time.ts'
import type { Sources } from '../sources/open-sources.ts'
import type { Package, Pushed, Target } from './pushed.ts'

/** Pushes a chart to oci://HOST/FOLDER, as helm push does. */
export async function pushToRegistry(
  { archive, provenance, written }: Package,
  { remote }: Target,
  { tls, fetching }: Sources,
  signal: AbortSignal,
): Promise<Pushed> {
  const [host = '', ...below] = remote.slice('oci://'.length).replace(/\/+$/, '').split('/')
  const { registry, close } = openRegistry(host, { trust: 'trusted', tls }, fetching)
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
