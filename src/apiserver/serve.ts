import { join } from 'node:path'
import { systemClock } from '../std/clock.ts'
import { openAuthority } from './certificates/open-authority.ts'
import { writeKubeconfig, type ClientAccess } from './certificates/write-kubeconfig.ts'
import { listen } from './http/listen.ts'
import { startApiServer, type ApiServer, type ApiServerOptions } from './server.ts'
import { openFolder } from './storage/node-files.ts'

export interface ServeOptions extends Omit<ApiServerOptions, 'files'> {
  /** Where objects and the authority are kept. */
  readonly folder: string
  readonly host?: string
  /** 0 takes a free one. */
  readonly port?: number
  /** The name of the cluster in the kubeconfig. */
  readonly name?: string
}

/** An API server behind TLS, with its own authority. */
export interface ServedApi {
  readonly server: ApiServer
  /** An administrator, who may do everything. */
  readonly admin: ClientAccess
  readonly kubeconfig: string
  readonly stop: () => Promise<void>
}

/** The names under which pods and programs on this machine know the server. */
const dnsNames = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
]
const addresses = ['127.0.0.1', '::1', '10.0.0.1']

/** Serves what a folder keeps over HTTPS until it is stopped. */
export async function serveApi(options: ServeOptions): Promise<ServedApi> {
  const { folder, host = '127.0.0.1', port = 0, name = 'outrigger', clock = systemClock } = options
  const files = await openFolder(join(folder, 'store'))
  const authority = await openAuthority(folder, () => clock.now())
  const server = await startApiServer({
    authority: authority.certificate,
    signRequest: authority.signRequest,
    ...options,
    files,
  })
  const own = authority.signServer(dnsNames, addresses)
  const tls = { ...own, authority: authority.certificate }
  const listening = await listen(server.answer, { host, port, tls }).catch(async (error) => {
    await server.close()
    throw error
  })
  const pair = authority.signClient('admin', ['system:masters'])
  const admin = { url: listening.url, authority: authority.certificate, ...pair }
  return {
    server,
    admin,
    kubeconfig: writeKubeconfig(name, admin),
    stop: async () => {
      await listening.stop()
      await server.close()
    },
  }
}
