import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listen } from '../../src/apiserver/http/listen.ts'
import {
  startApiServer,
  type ApiServer,
  type ApiServerOptions,
} from '../../src/apiserver/server.ts'
import { openFolder } from '../../src/apiserver/storage/node-files.ts'
import { createLayout, type Layout } from '../testbed/layout.ts'

/** The embedded server behind a socket, with files as the testbed's control plane has them. */
export interface Embedded {
  readonly layout: Layout
  readonly server: ApiServer
  readonly stop: () => Promise<void>
}

/** Starts the embedded API server over TLS on 127.0.0.1; its certificates and kubeconfig are in the folder. */
export async function startEmbedded(
  folder: string,
  options: Partial<ApiServerOptions> = {},
): Promise<Embedded> {
  const layout = await createLayout(folder)
  const store = join(folder, 'store')
  const server = await startApiServer({
    files: await openFolder(store),
    authority: layout.authority.certificate,
    tokenKey: await readFile(layout.files.tokenKey, 'utf8'),
    ...options,
  })
  const { files, ports, authority } = layout
  const { certificate, key } = authority.signServer(
    ['localhost', 'kubernetes.default.svc'],
    ['127.0.0.1', '10.0.0.1'],
  )
  await writeFile(files.serverCertificate, certificate)
  const listening = await listen(server.answer, {
    host: '127.0.0.1',
    port: ports.apiServer,
    tls: { key, certificate, authority: authority.certificate },
  })
  const stop = async (): Promise<void> => {
    await listening.stop()
    await server.close()
  }
  return { layout, server, stop }
}
