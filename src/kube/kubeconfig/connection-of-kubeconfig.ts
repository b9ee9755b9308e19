import type { JsonObject } from '../../objects/json.ts'
import type { Connection, ProxyChoice, TlsTrust } from '../connection.ts'
import { type Credentials, fixedCredentials } from '../credentials.ts'
import { KubeError } from '../errors.ts'
import type { Impersonation } from '../request.ts'
import type { Environment, ExecPorts } from './exec-plugin.ts'
import { readTextFile } from './file-credentials.ts'
import type { ClusterEntry, ContextEntry, Kubeconfig, UserEntry } from './kubeconfig.ts'
import { userCredentials } from './user-credentials.ts'

/** The choices that a person made besides the kubeconfig: kubectl's and helm's global flags. */
export interface ConnectionChoices {
  readonly context?: string
  readonly namespace?: string
  readonly server?: string
  readonly token?: string
  readonly caFile?: string
  readonly tlsServerName?: string
  readonly insecureSkipTlsVerify?: boolean
  readonly impersonation?: Impersonation
}

/** The connection that a context of a kubeconfig stands for. */
export async function connectionOfKubeconfig(
  config: Kubeconfig,
  choices: ConnectionChoices,
  ports: ExecPorts,
): Promise<Connection> {
  const context = chooseContext(config, choices)
  const cluster = withChoices(findCluster(config, context), choices)
  const user = findUser(config, context)
  const tls = await tlsOf(cluster, context.cluster)
  const server = serverOf(cluster, context.cluster, user)
  const proxy = proxyOf(cluster, ports.environment)
  const impersonation = choices.impersonation ?? impersonationOf(user)
  return {
    server,
    tls,
    ...(proxy === undefined ? {} : { proxy }),
    credentials: await credentialsFor(server, { ...choices, context, user, cluster, tls }, ports),
    ...(impersonation === undefined ? {} : { impersonation }),
    gzip: !cluster.disableCompression,
    namespace: choices.namespace ?? (context.namespace === '' ? 'default' : context.namespace),
  }
}

interface Chosen {
  readonly context: ContextEntry
  readonly user: UserEntry | undefined
  readonly cluster: ClusterEntry
  readonly tls: TlsTrust
  readonly token?: string
}

async function credentialsFor(
  server: URL,
  { context, user, cluster, tls, token }: Chosen,
  ports: ExecPorts,
): Promise<Credentials> {
  // As kubectl: what is not encrypted gets no secrets.
  if (server.protocol !== 'https:') return fixedCredentials({})
  if (token !== undefined) return fixedCredentials({ authorization: `Bearer ${token}` })
  if (user === undefined) return fixedCredentials({})
  return userCredentials(user, context.user, clusterForPlugin(cluster, tls), ports)
}

function chooseContext(config: Kubeconfig, { context, server }: ConnectionChoices): ContextEntry {
  const name = context ?? config.currentContext
  const found = config.contexts.get(name)
  if (found !== undefined) return found
  if (context === undefined && server !== undefined) return { cluster: '', user: '', namespace: '' }
  const { absent = [] } = config
  if (absent.length > 0) {
    const gone = `${absent.join(' and ')} ${absent.length === 1 ? 'does' : 'do'} not exist`
    throw new KubeError('bad-config', `there is no kubeconfig: ${gone}`)
  }
  const known = [...config.contexts.keys()].join(', ')
  const there = known === '' ? 'it has none' : `it has ${known}`
  const what =
    name === ''
      ? 'the kubeconfig has no current context'
      : `no context ${JSON.stringify(name)} in the kubeconfig`
  throw new KubeError('bad-config', `${what}; ${there}`)
}

function findCluster(config: Kubeconfig, { cluster }: ContextEntry): ClusterEntry {
  const found = config.clusters.get(cluster)
  if (found !== undefined || cluster === '') return found ?? noCluster
  throw new KubeError('bad-config', `no cluster ${JSON.stringify(cluster)} in the kubeconfig`)
}

function findUser(config: Kubeconfig, { user }: ContextEntry): UserEntry | undefined {
  const found = config.users.get(user)
  if (found !== undefined || user === '') return found
  throw new KubeError('bad-config', `no user ${JSON.stringify(user)} in the kubeconfig`)
}

const noCluster: ClusterEntry = {
  server: '',
  tlsServerName: '',
  insecureSkipTlsVerify: false,
  certificateAuthority: '',
  certificateAuthorityData: '',
  proxyUrl: '',
  disableCompression: false,
  execConfig: undefined,
}

function withChoices(cluster: ClusterEntry, choices: ConnectionChoices): ClusterEntry {
  const { server, caFile, tlsServerName, insecureSkipTlsVerify } = choices
  return {
    ...cluster,
    ...(server === undefined ? {} : { server }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    // A choice of one kind of trust replaces the other.
    ...(caFile === undefined ? {} : { certificateAuthority: caFile, certificateAuthorityData: '' }),
    ...(insecureSkipTlsVerify === true
      ? { insecureSkipTlsVerify, certificateAuthority: '', certificateAuthorityData: '' }
      : {}),
  }
}

async function tlsOf(cluster: ClusterEntry, name: string): Promise<TlsTrust> {
  const { certificateAuthority: path, certificateAuthorityData: text } = cluster
  if (cluster.insecureSkipTlsVerify && (path !== '' || text !== '')) {
    const message = `cluster ${JSON.stringify(name)} of the kubeconfig has a certificate authority and skips its check`
    throw new KubeError('bad-config', message)
  }
  const ca = text === '' && path !== '' ? await readAuthority(path) : text
  return {
    ...(ca === '' ? {} : { ca }),
    ...(cluster.tlsServerName === '' ? {} : { serverName: cluster.tlsServerName }),
    insecureSkipVerify: cluster.insecureSkipTlsVerify,
  }
}

async function readAuthority(path: string): Promise<string> {
  try {
    return await readTextFile(path)
  } catch (cause) {
    throw new KubeError('bad-config', `cannot read the certificate authority ${path}`, { cause })
  }
}

function serverOf(cluster: ClusterEntry, name: string, user: UserEntry | undefined): URL {
  const { server } = cluster
  if (server === '') {
    throw new KubeError(
      'bad-config',
      `cluster ${JSON.stringify(name)} of the kubeconfig has no server`,
    )
  }
  const isSecure =
    cluster.insecureSkipTlsVerify ||
    [cluster.certificateAuthority, cluster.certificateAuthorityData].some((text) => text !== '') ||
    (user !== undefined && (user.clientCertificate !== '' || user.clientCertificateData !== ''))
  const full = server.includes('://') ? server : `${isSecure ? 'https' : 'http'}://${server}`
  const url = URL.parse(full)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new KubeError('bad-config', `${JSON.stringify(server)} is not the address of a server`)
  }
  url.search = ''
  url.hash = ''
  return url
}

function proxyOf({ proxyUrl }: ClusterEntry, environment: Environment): ProxyChoice | undefined {
  if (proxyUrl !== '') return { kind: 'url', url: readProxyUrl(proxyUrl) }
  const find = (name: string) => environment[name] ?? environment[name.toUpperCase()]
  const [httpProxy, httpsProxy, noProxy] = ['http_proxy', 'https_proxy', 'no_proxy'].map(find)
  if (!httpProxy && !httpsProxy) return undefined
  return {
    kind: 'environment',
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  }
}

// The address may hold a password and is not shown.
function readProxyUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new KubeError('bad-config', 'proxy-url of the kubeconfig is not a URL')
  if (/^https?:$/.test(url.protocol)) return url
  const message = `proxy-url of the kubeconfig begins with ${url.protocol}//; only http and https proxies are supported`
  throw new KubeError('bad-config', message)
}

function impersonationOf(user: UserEntry | undefined): Impersonation | undefined {
  if (user === undefined || user.as === '') return undefined
  return {
    user: user.as,
    ...(user.asUid === '' ? {} : { uid: user.asUid }),
    groups: user.asGroups,
    extra: user.asUserExtra,
  }
}

function clusterForPlugin(cluster: ClusterEntry, { ca }: TlsTrust): JsonObject {
  return {
    server: cluster.server,
    ...(cluster.tlsServerName === '' ? {} : { 'tls-server-name': cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify ? { 'insecure-skip-tls-verify': true } : {}),
    ...(ca === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(cluster.proxyUrl === '' ? {} : { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression ? { 'disable-compression': true } : {}),
    config: cluster.execConfig ?? null,
  }
}
