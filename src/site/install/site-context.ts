import type { Package } from '../../expansion/package/open-package.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { ConnectedClient } from '../../kube/connect.ts'
import type { Progress } from '../../sequence/marks.ts'
import type { Clock } from '../../std/clock.ts'
import type { Operators } from '../cluster/delegated-marks.ts'
import type { Operation } from '../cluster/run-conditions.ts'
import type { Journal } from '../journal/journal.ts'
import type { SitePaths } from './site-paths.ts'

/** The parts of a platform that only the program around the installer can bring. */
export interface PlatformPorts {
  /** Our kinds, namespace and rights; the operator as well when the site has an image for it. */
  readonly setUp: (site: SiteFile, kubeconfig: string, signal: AbortSignal) => Promise<string>
  /** Starts operator and server, unless they run. */
  readonly start: (site: SiteFile, kubeconfig: string, signal: AbortSignal) => Promise<string>
  /** Puts the charts beside the file of the site into its registry, and offers them. */
  readonly importCharts: (
    site: SiteFile,
    kubeconfig: string,
    signal: AbortSignal,
  ) => Promise<string>
  /** Puts a package into the registry of the site; says where it is and which Secret has the login. */
  readonly publish: (
    opened: Package,
    site: SiteFile,
    kubeconfig: string,
    signal: AbortSignal,
  ) => Promise<PublishedPackage>
  /** Starts the operator of a package, unless it runs: for the conditions of the first cluster, or beside the platform. */
  readonly startOperator: (
    opened: Package,
    beside: 'installer' | 'platform',
    signal: AbortSignal,
  ) => Promise<string>
}

export interface PublishedPackage {
  /** `oci://…`. */
  readonly reference: string
  readonly secretName?: string
}

/** Everything that the steps of an installation work with. */
export interface SiteContext {
  readonly clock: Clock
  readonly journal: Journal
  readonly paths: SitePaths
  /** The version of the installer. */
  readonly version: string
  /** The namespace of the platform. */
  readonly namespace: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of the providers that came with the program. */
  readonly shippedProviders: string
  /** Brings a provider from its `oci://` address; gives its folder. */
  readonly pullProvider: (address: string, signal: AbortSignal) => Promise<string>
  /** Whether another version of Kubernetes may be brought to a cluster that is there. */
  readonly mayUpgrade: boolean
  readonly expansion: Package | undefined
  /** Where a package may be unpacked meanwhile. */
  readonly workspace: string
  /** The site with its expansion in it, read anew. */
  readonly readSite: () => Promise<SiteFile>
  /** Where operators of delegated conditions look; opened when the first is asked. */
  readonly operators: Operators
  readonly connect: (kubeconfig: string) => Promise<ConnectedClient>
  readonly platform: PlatformPorts
  readonly onLine: (step: string, where: string, line: string) => void
  /** Told how the conditions of the cluster stand, and how many seconds operators have for each. */
  readonly onCluster: (
    operation: Operation,
    progress: Progress,
    delegatedSeconds: ReadonlyMap<string, number>,
  ) => void
}
