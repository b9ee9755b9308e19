import { join } from 'node:path'
import { openAuthority } from '../apiserver/certificates/open-authority.ts'
import { writeKubeconfig } from '../apiserver/certificates/write-kubeconfig.ts'
import { listen } from '../apiserver/http/listen.ts'
import { openFolder } from '../apiserver/storage/node-files.ts'
import { prepareOwnFolder } from '../std/node/own-folder.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'

export interface ServeSandboxOptions extends Omit<
  SandboxOptions,
  'files' | 'authority' | 'signRequest'
> {
  /** Where objects and the authority are kept. */
  readonly folder: string
  /** 0 takes a free one. */
  readonly port: number
  /** The name of the cluster in the kubeconfig. */
  readonly name: string
}

/** A sandbox that kubectl and helm can reach, on this machine alone. */
export interface ServedSandbox {
  readonly sandbox: Sandbox
  readonly url: string
  readonly port: number
  /** The text of a kubeconfig of its administrator. */
  readonly kubeconfig: string
  readonly stop: () => Promise<void>
}

const host = '127.0.0.1'
const names = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc']

/** Starts a sandbox over TLS from what a folder keeps. */
export async function serveSandbox(options: ServeSandboxOptions): Promise<ServedSandbox> {
  const { folder, port, name } = options
  await prepareOwnFolder(folder)
  const authority = await openAuthority(folder, Date.now)
  const files = await openFolder(join(folder, 'objects'))
  const sandbox = await startSandbox({
    ...options,
    files,
    authority: authority.certificate,
    signRequest: authority.signRequest,
  })
  try {
    const own = authority.signServer(names, [host])
    const tls = { ...own, authority: authority.certificate }
    const listening = await listen(sandbox.server.answer, { host, port, tls })
    const pair = authority.signClient('kubernetes-admin', ['system:masters'])
    const { url } = listening
    const kubeconfig = writeKubeconfig(name, { url, authority: authority.certificate, ...pair })
    return {
      sandbox,
      url,
      port: listening.port,
      kubeconfig,
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
