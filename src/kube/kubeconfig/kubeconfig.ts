import type { Json } from '../../objects/json.ts'

/** A cluster of a kubeconfig. Empty texts are absent, as in Go; paths are absolute. */
export interface ClusterEntry {
  readonly server: string
  readonly tlsServerName: string
  readonly insecureSkipTlsVerify: boolean
  readonly certificateAuthority: string
  /** PEM, decoded. */
  readonly certificateAuthorityData: string
  readonly proxyUrl: string
  readonly disableCompression: boolean
  /** The configuration of the cluster that an exec plugin gets besides its address. */
  readonly execConfig: Json | undefined
}

/** A user of a kubeconfig. */
export interface UserEntry {
  readonly clientCertificate: string
  readonly clientCertificateData: string
  readonly clientKey: string
  readonly clientKeyData: string
  readonly token: string
  readonly tokenFile: string
  readonly username: string
  readonly password: string
  readonly as: string
  readonly asUid: string
  readonly asGroups: readonly string[]
  readonly asUserExtra: Readonly<Record<string, readonly string[]>>
  readonly authProvider: AuthProviderEntry | undefined
  readonly exec: ExecEntry | undefined
}

export interface AuthProviderEntry {
  readonly name: string
  readonly config: Readonly<Record<string, string>>
}

/** A program that gives credentials. */
export interface ExecEntry {
  readonly apiVersion: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly installHint: string
  readonly provideClusterInfo: boolean
  readonly interactiveMode: string
}

export interface ContextEntry {
  readonly cluster: string
  readonly user: string
  readonly namespace: string
}

/** One kubeconfig file, or several merged. */
export interface Kubeconfig {
  readonly currentContext: string
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
  readonly contexts: ReadonlyMap<string, ContextEntry>
  /** Paths that were looked at when no file was there at all. */
  readonly absent?: readonly string[]
}

export const emptyKubeconfig: Kubeconfig = {
  currentContext: '',
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
}

/** Merges as kubectl does: of two entries with one name, and of two current contexts, the first wins whole. */
export function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  const lastFirst = files.toReversed()
  return {
    currentContext: files.map((file) => file.currentContext).find((name) => name !== '') ?? '',
    clusters: new Map(lastFirst.flatMap(({ clusters }) => [...clusters])),
    users: new Map(lastFirst.flatMap(({ users }) => [...users])),
    contexts: new Map(lastFirst.flatMap(({ contexts }) => [...contexts])),
  }
}
