import type { Credentials } from './credentials.ts'
import type { Impersonation } from './request.ts'

export interface TlsTrust {
  /** Trusted instead of this machine's own authorities, in PEM. */
  readonly ca?: string
  /** The name in the server's certificate, when it is not that of the address. */
  readonly serverName?: string
  readonly insecureSkipVerify: boolean
}

/** Through which proxy, if any: one by its address, or whichever the environment names for the server. */
export type ProxyChoice =
  | { readonly kind: 'url'; readonly url: URL }
  | {
      readonly kind: 'environment'
      readonly httpProxy?: string
      readonly httpsProxy?: string
      readonly noProxy?: string
    }

/** Everything that is needed to reach one cluster as somebody. */
export interface Connection {
  /** May have a path, below which the whole API is. */
  readonly server: URL
  readonly tls: TlsTrust
  readonly proxy?: ProxyChoice
  readonly credentials: Credentials
  readonly impersonation?: Impersonation
  /** Whether answers may be packed. */
  readonly gzip: boolean
  /** Where objects without a namespace go. */
  readonly namespace: string
}
