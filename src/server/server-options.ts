import type { Registry } from 'prom-client'
import type { RenderRound } from '../chart/render/render-round.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Connect } from '../kube/connect.ts'
import type { Tracer } from '../kube/tracing/span.ts'
import type { FetchOptions } from '../sources/chart-request.ts'
import type { HttpListenOptions } from '../std/node/listen-http.ts'
import type { Owner } from './auth/identity.ts'
import type { OidcOptions } from './auth/openid-provider.ts'
import type { ProxyOptions } from './auth/proxy-headers.ts'
import type { KeptSignOuts } from './auth/sessions.ts'
import type { KeptRuns } from './runs/runs.ts'
import type { Sites } from './sites/site-routes.ts'
import type { RunView } from './threads/view-threads.ts'
import type { TlsFiles } from './http/tls-files.ts'

/** Everything that a server needs to know. */
export interface ServerOptions {
  /** Of the cluster that the platform runs on; it must be allowed to impersonate and to review tokens. */
  readonly client: KubeClient
  readonly listen: Pick<HttpListenOptions, 'host' | 'port' | 'names' | 'limits'>
  /** Speaks plain HTTP when absent. */
  readonly tls?: TlsFiles
  /** Whether client certificates of the cluster sign in; needs TLS. */
  readonly clientCertificates?: boolean
  readonly oidc?: OidcOptions
  readonly proxy?: ProxyOptions
  /** Where browsers find this server, such as `https://outrigger.example.com`; where they asked when absent. */
  readonly publicUrl?: string
  /** 32 bytes; see Sessions. */
  readonly secret: Uint8Array
  readonly kept: KeptSignOuts
  readonly version: string
  readonly isSandbox: boolean
  /** The folder of the built page; when it is absent or has none, `/` leads to the page of the API. */
  readonly page?: string
  /** How charts are fetched; the folder for indexes must be the server's own. */
  readonly fetching: FetchOptions
  /** Where runs are kept; in memory by default, so that they are gone after a restart. */
  readonly runs?: KeptRuns
  /** Where charts are rendered; on this thread by default. */
  readonly render?: RenderRound
  /** Where explanations, differences and manifests are made; on this thread by default. */
  readonly view?: RunView
  /** The lines of the audit that earlier processes wrote, the oldest first; none by default. */
  readonly auditBefore?: () => Promise<readonly string[]>
  /** Installations of platforms on the machine of the server; none by default. */
  readonly sites?: Sites
  /** How other clusters are reached; over the network by default. */
  readonly connect?: Connect
  /** Gets measures of requests by route. */
  readonly registry?: Registry
  /** Traces requests; nothing is traced when absent. */
  readonly tracer?: Tracer
  /** A key that signs its bearer in as somebody: whoever may read the files of this server. */
  readonly ownerKey?: { readonly key: string; readonly owner: Owner }
  /** Whether changes are also recorded as Kubernetes events on the changed object. */
  readonly auditEvents?: boolean
  /** Told of every change that somebody made or tried, as one line of JSON. */
  readonly audit: (line: string) => void
  /** Told of faults of ours. */
  readonly failed: (error: unknown) => void
}
