import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveApi, type ServeOptions, type ServedApi } from '../../src/apiserver/serve.ts'

/** The embedded server behind TLS, for programs that want a kubeconfig. */
export interface EmbeddedServer {
  readonly served: ServedApi
  readonly folder: string
  /** The path of the file. */
  readonly kubeconfig: string
  readonly stop: () => Promise<void>
}

/** Serves from a folder of its own on 127.0.0.1 until it is stopped. */
export async function serveEmbedded(options: Partial<ServeOptions> = {}): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-embedded-'))
  const served = await serveApi({ folder, ...options })
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, served.kubeconfig)
  return {
    served,
    folder,
    kubeconfig,
    stop: async () => {
      await served.stop()
      await rm(folder, { recursive: true })
    },
  }
}
