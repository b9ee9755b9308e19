import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../src/apiserver/http/listen.ts'
import { startApiServer } from '../../src/apiserver/server.ts'
import type { ApiServer, ApiServerOptions } from '../../src/apiserver/server.ts'
import { memoryFiles } from '../../src/apiserver/storage/memory-files.ts'
import { createAuthority } from '../testbed/certificates.ts'
import { writeKubeconfig } from '../testbed/kubeconfig.ts'

/** The embedded server behind TLS, for programs that want a kubeconfig. */
export interface EmbeddedServer {
  readonly server: ApiServer
  readonly folder: string
  readonly kubeconfig: string
  readonly stop: () => Promise<void>
}

/** Serves from memory on 127.0.0.1 until it is stopped. */
export async function serveEmbedded(
  options: Partial<ApiServerOptions> = {},
): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-embedded-'))
  const authority = createAuthority('embedded')
  const own = authority.signServer(['localhost'], ['127.0.0.1'])
  const server = await startApiServer({ files: memoryFiles(), ...options })
  const listening = await listen(server.answer, {
    host: '127.0.0.1',
    port: 0,
    tls: { ...own, authority: authority.certificate },
  })
  const admin = authority.signClient('admin', ['system:masters'])
  const kubeconfig = join(folder, 'kubeconfig')
  const access = { url: listening.url, ca: authority.certificate, ...admin }
  await writeFile(kubeconfig, writeKubeconfig('admin', access))
  return {
    server,
    folder,
    kubeconfig,
    stop: async () => {
      await listening.stop()
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
