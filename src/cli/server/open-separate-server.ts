import { isIPv4 } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { openAuthority } from '../../apiserver/certificates/open-authority.ts'
import { connect } from '../../kube/connect.ts'
import { systemClock } from '../../std/clock.ts'
import { prepareOwnFolder } from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { PlainError } from '../errors.ts'
import type { CleanUps } from '../platform/clean-ups.ts'
import { connectionOf } from '../platform/open-host-cluster.ts'
import { apiProbe } from '../platform/probes/api-probe.ts'
import { serveOperator } from '../platform/serve-operator.ts'
import type { Ports } from '../verb.ts'
import type { SeparateServerOptions } from './separate-server-options.ts'
import { builtPage } from './built-page.ts'
import { serveApi } from './serve-api.ts'
import { openTracesTo } from './open-traces.ts'
import { settingsOf } from './server-flags.ts'

/** Inside a cluster, Services have these names, and no web page can have one of them. */
const serviceNames = ['.svc', '.svc.cluster.local']

/** Opens a server beside an operator that runs elsewhere. */
export async function openSeparateServer(
  options: SeparateServerOptions & { readonly folder: string },
  ports: Ports,
  troubled: (error: unknown) => void,
  ends: CleanUps,
): Promise<{ readonly server: string; readonly metrics: string }> {
  const { flags, host, folder, cluster } = options
  const isContainer = 'inCluster' in cluster
  const neighbours = isContainer ? 'none' : 'some'
  await prepareOwnFolder(folder, neighbours)
  const settings = await settingsOf(flags)
  const names = [...flags.name, ...(isContainer ? serviceNames : [])]
  const own = options.isSelfSigned && settings.tls === undefined
  const made = own ? await ownCertificate(folder, host, names) : undefined
  const tls = settings.tls ?? made?.files
  if (tls === undefined && !isLoopback(host) && settings.proxy === undefined) {
    const why = `tokens would cross the network in the clear: with --host ${host} name TLS files, or give --tls-self-signed`
    throw new PlainError(why)
  }
  const connection = await connectionOf(cluster, ports)
  const userAgent = `outrigger-server/${ports.program.version}`
  const { client, close } = connect(connection, { userAgent, rateLimit: 'none' })
  ends.add(close)
  const tracing = await openTracesTo(flags['traces-endpoint'], ports, troubled, ends)
  const registry = new Registry()
  const askApi = apiProbe(client)
  const asking = new AbortController()
  const metrics = await serveOperator({
    host: isContainer ? '0.0.0.0' : '127.0.0.1',
    port: options.metricsPort,
    registry,
    notReady: () => askApi(asking.signal),
  })
  ends.add(async () => {
    asking.abort()
    await metrics.stop()
  })
  const { url } = await serveApi(
    {
      client,
      folder,
      neighbours,
      listen: { host, port: options.port, names },
      page: options.page ?? builtPage(ports.program.file),
      allow: options.allow,
      sites: options.sites,
      settings: { ...settings, ...tracing, ...(tls === undefined ? {} : { tls }) },
      registry,
      sessions: isContainer ? 'cluster' : 'files',
      ...(made === undefined ? {} : { authority: made.authority }),
    },
    ports,
    troubled,
    ends,
  )
  return { server: url, metrics: metrics.url }
}

/** A certificate that an authority of our own signs; both are kept in the folder, and `tls/ca.crt` is for those who call. */
async function ownCertificate(folder: string, host: string, names: readonly string[]) {
  const { signal } = new AbortController()
  const authority = await openAuthority(join(folder, 'tls'), systemClock.now)
  const known = names.filter((name) => !name.startsWith('.'))
  const addresses = isIPv4(host) && !isLoopback(host) && host !== '0.0.0.0' ? [host] : []
  const signed = authority.signServer(
    ['localhost', hostname(), ...known],
    ['127.0.0.1', ...addresses],
  )
  const [certFile, keyFile] = [join(folder, 'tls', 'tls.crt'), join(folder, 'tls', 'tls.key')]
  await writeFileAtomically(certFile, signed.certificate, signal, { mode: 0o600 })
  await writeFileAtomically(keyFile, signed.key, signal, { mode: 0o600 })
  await writeFileAtomically(join(folder, 'tls', 'ca.crt'), authority.certificate, signal, {})
  return { files: { certFile, keyFile }, authority: authority.certificate }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
