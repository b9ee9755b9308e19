import {
  type ChartToUpload,
  type ChartUploads,
  museumUploads,
  registryUploads,
} from '../../../expansion/carry-out/upload-charts.ts'
import { openRegistry } from '../../../sources/fetch/open-registry.ts'
import { openMuseum } from '../../chart/push-to/open-museum.ts'
import { openSources } from '../../chart/sources/open-sources.ts'
import type { Connection } from '../../chart/sources/source-options.ts'
import type { Ports } from '../../verb.ts'
import type { PlatformInput } from '../platform-objects.ts'
import { customGroup } from './read-custom-charts.ts'

/** Where the charts of users of an installation go. */
export interface CustomTarget {
  /** `oci://HOST/FOLDER`, or the address of a ChartMuseum; charts go below `custom`. */
  readonly address: string
  /** A Secret of the platform namespace with the login to read them; none when absent. */
  readonly secretName: string | undefined
  readonly connection: Connection
}

/** The Repository that offers the charts of users. */
export function customRepository(
  charts: readonly ChartToUpload[],
  { address, secretName }: Pick<CustomTarget, 'address' | 'secretName'>,
): PlatformInput['repositories'][number] {
  const url = `${address.replace(/\/+$/, '')}/${customGroup}`
  // A registry does not say which charts it has.
  const names = [...new Set(charts.map(({ name }) => name))].toSorted()
  const login = secretName === undefined ? {} : { credentials: { secretName } }
  const spec = {
    url,
    ...(isRegistry(address) ? { charts: names } : {}),
    origin: customGroup,
    ...login,
  }
  return { name: customGroup, spec }
}

/** Pushes charts of users to the repository of an installation; says how many were not there yet. */
export async function pushCustomCharts(
  charts: readonly ChartToUpload[],
  target: CustomTarget,
  ports: Ports,
  signal: AbortSignal,
): Promise<number> {
  const { uploads, close } = await openUploads(target, ports, signal)
  try {
    let uploaded = 0
    for (const chart of charts) {
      if ((await uploads.upload(chart, signal)) === 'uploaded') uploaded++
    }
    return uploaded
  } finally {
    await close()
  }
}

interface OpenUploads {
  readonly uploads: ChartUploads
  readonly close: () => Promise<void>
}

async function openUploads(
  { address, connection }: CustomTarget,
  ports: Ports,
  signal: AbortSignal,
): Promise<OpenUploads> {
  const sources = await openSources(connection, ports, signal)
  if (!isRegistry(address)) {
    const { fetcher } = await openMuseum(address, sources, signal)
    return { uploads: museumUploads(address, fetcher), close: () => fetcher.close() }
  }
  const [host = '', ...below] = address.slice('oci://'.length).replace(/\/+$/, '').split('/')
  const { tls, fetching } = sources
  const { registry, close } = openRegistry(host, { trust: 'trusted', tls }, fetching)
  return { uploads: registryUploads(registry, below.join('/')), close }
}

function isRegistry(address: string): boolean {
  return address.startsWith('oci://')
}
