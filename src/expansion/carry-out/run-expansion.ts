import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileUploadJournal } from '../../oci/client/upload/file-upload-journal.ts'
import { parseRegistryReference } from '../../oci/reference.ts'
import type { ChartRequest, FetchOptions } from '../../sources/chart-request.ts'
import { openRegistry } from '../../sources/fetch/open-registry.ts'
import { createHttpFetcher } from '../../sources/http/fetcher.ts'
import { dropUnlocked } from '../artifact/drop-unlocked.ts'
import { pullPackage } from '../artifact/pull-package.ts'
import { ExpansionError } from '../errors.ts'
import { namespaceOf } from '../package/describe-package.ts'
import { type Package, openPackage } from '../package/open-package.ts'
import {
  type CarriedOut,
  type CarryOutPorts,
  type CarryOutSite,
  carryOutPackage,
} from './carry-out.ts'
import { expansionPlace } from './expansion-place.ts'
import { type ChartUploads, museumUploads, registryUploads } from './upload-charts.ts'

/** An expansion that is to be carried out from a registry. */
export interface ExpansionRequest {
  /** Of the Expansion: its folder on this machine is called after it. */
  readonly name: string
  /** `oci://HOST/REPOSITORY:TAG` or by digest. */
  readonly package: string
  readonly site: Omit<CarryOutSite, 'folder'>
  /** HOST or HOST/FOLDER; that of the package when undefined. */
  readonly registry: string | undefined
  /** `oci://…` or a ChartMuseum; below the registry when undefined. */
  readonly charts: string | undefined
  readonly credentials: ChartRequest['credentials']
  readonly tls: ChartRequest['tls']
  /** Leaves out clusters, once it is known whether the package passes itself through. */
  readonly clustersOf: (opened: Package) => CarryOutSite['clusters']
}

/** The machine that carries it out. */
export interface ExpansionHost {
  /** Where packages, staged files and uploads that were broken off are kept. */
  readonly folder: string
  readonly fetching: FetchOptions
}

/** An expansion that was carried out, with what is in it. */
export interface RunExpansion {
  readonly opened: Package
  readonly carried: CarriedOut
}

type RunPorts = Pick<CarryOutPorts, 'apply' | 'onStep' | 'onBytes'>

/** Pulls a package and carries it out; what is there from a time before is not pulled again. */
export async function runExpansion(
  request: ExpansionRequest,
  host: ExpansionHost,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<RunExpansion> {
  const { own, workspace, folder, staged } = expansionPlace(host.folder, request.name)
  await rm(workspace, { recursive: true, force: true })
  await mkdir(workspace, { recursive: true, mode: 0o700 })
  const place = placeOf(request)
  const source = open(place.package.host, request, host)
  const target = open(place.registry, request, host)
  try {
    const from = { registry: source.registry, ...place.package }
    await pullPackage(from, folder, signal)
    // Files of the version before are not in the lock of this one, and would look like damage.
    await dropUnlocked(folder, signal)
    const opened = await openPackage(folder, workspace, signal)
    if (opened === undefined) {
      throw new ExpansionError('bad-package', `${request.package} has no expansion.yaml`)
    }
    const charts = uploadsFor(request, { registry: target.registry, place, opened }, host)
    try {
      const site = { ...request.site, folder: place.folder, clusters: request.clustersOf(opened) }
      const carried = await carryOutPackage(
        opened,
        site,
        {
          ...ports,
          workspace,
          stage: staged,
          registry: target.registry,
          journal: fileUploadJournal(join(own, 'uploads')),
          charts: charts.uploads,
        },
        signal,
      )
      return { opened, carried }
    } finally {
      await charts.close()
    }
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

interface ExpansionPlaces {
  readonly package: {
    readonly host: string
    readonly repository: string
    readonly reference: string
  }
  readonly registry: string
  readonly folder: string
}

function placeOf({ package: text, registry }: ExpansionRequest): ExpansionPlaces {
  if (!text.startsWith('oci://')) {
    throw new ExpansionError(
      'site',
      `spec.package: wanted oci://HOST/REPOSITORY:TAG, found ${text}`,
    )
  }
  const { host, repository, tag, digest } = parseRegistryReference(text)
  const reference = digest ?? tag ?? 'latest'
  const [site = host, ...folder] = (registry ?? host).replace(/\/+$/, '').split('/')
  return { package: { host, repository, reference }, registry: site, folder: folder.join('/') }
}

function open(host: string, { credentials, tls }: ExpansionRequest, { fetching }: ExpansionHost) {
  const access =
    credentials === undefined ? fetching : { ...fetching, findCredentials: async () => credentials }
  const who = { trust: 'trusted' as const, ...(tls === undefined ? {} : { tls }) }
  return openRegistry(host, who, access)
}

async function nothing(): Promise<void> {}

function uploadsFor(
  { charts, credentials, tls }: ExpansionRequest,
  {
    registry,
    place,
    opened,
  }: {
    readonly registry: Parameters<typeof registryUploads>[0]
    readonly place: ExpansionPlaces
    readonly opened: Package
  },
  { fetching }: ExpansionHost,
): { readonly uploads: ChartUploads; readonly close: () => Promise<void> } {
  if (charts === undefined) {
    const below = [place.folder, namespaceOf(opened), 'charts'].filter((part) => part !== '')
    return { uploads: registryUploads(registry, below.join('/')), close: nothing }
  }
  if (charts.startsWith('oci://')) {
    const [host = '', ...folder] = charts.slice('oci://'.length).replace(/\/+$/, '').split('/')
    if (host !== registry.host) {
      const wanted = `charts: wanted a folder of ${registry.host}, the registry of the site`
      throw new ExpansionError('site', `${wanted}, found ${charts}`)
    }
    return { uploads: registryUploads(registry, folder.join('/')), close: nothing }
  }
  const url = URL.parse(charts)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ExpansionError('site', `charts: wanted oci:// or http(s)://, found ${charts}`)
  }
  const login = credentials === undefined ? {} : { credentials }
  const source = { url, trust: 'trusted', tls: tls ?? {}, ...login } as const
  const fetcher = createHttpFetcher(source, { policy: fetching.policy })
  return { uploads: museumUploads(charts, fetcher), close: () => fetcher.close() }
}
