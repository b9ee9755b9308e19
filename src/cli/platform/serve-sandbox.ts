import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAuthority } from '../../apiserver/certificates/open-authority.ts'
import { writeKubeconfig } from '../../apiserver/certificates/write-kubeconfig.ts'
import { listen } from '../../apiserver/http/listen.ts'
import { openFolder } from '../../apiserver/storage/node-files.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { KubeClient } from '../../kube/client.ts'

export interface ServeSandboxOptions {
  /** Where objects, the authority and the kubeconfig are kept. */
  readonly folder: string
  /** 0 takes a free one. */
  readonly port: number
  readonly userAgent: string
  readonly onFailure: (error: unknown) => void
}

/** A sandbox that kubectl can reach. */
export interface ServedSandbox {
  readonly url: string
  /** The path of a kubeconfig of its administrator. */
  readonly kubeconfig: string
  /** A client in the same process, as the administrator. */
  readonly client: KubeClient
  readonly stop: () => Promise<void>
}

const host = '127.0.0.1'
const contextName = 'outrigger'

/** Starts a sandbox on this machine alone, over TLS, and writes a kubeconfig for it. */
export async function serveSandbox(options: ServeSandboxOptions): Promise<ServedSandbox> {
  const { folder, onFailure } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const authority = await openAuthority(folder, Date.now)
  const sandbox = await startSandbox({
    files: await openFolder(join(folder, 'objects')),
    onFailure,
  })
  try {
    const server = authority.signServer(
      ['localhost', 'kubernetes', 'kubernetes.default.svc'],
      [host],
    )
    const tls = { ...server, authority: authority.certificate }
    const listening = await listen(sandbox.server.answer, { host, port: options.port, tls })
    const admin = authority.signClient('kubernetes-admin', ['system:masters'])
    const kubeconfig = join(folder, 'kubeconfig')
    const access = { url: listening.url, authority: authority.certificate, ...admin }
    await writeFile(kubeconfig, writeKubeconfig(contextName, access), { mode: 0o600 })
    return {
      url: listening.url,
      kubeconfig,
      client: sandbox.client({ userAgent: options.userAgent }),
      stop: async () => {
        await listening.stop()
        await sandbox.stop()
      },
    }
  } catch (error) {
    await sandbox.stop()
    throw error
  }
}
