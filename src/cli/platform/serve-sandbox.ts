import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAuthority } from '../../apiserver/certificates/open-authority.ts'
import { writeKubeconfig } from '../../apiserver/certificates/write-kubeconfig.ts'
import { newestMinor } from '../../apiserver/kubernetes-version.ts'
import { listen } from '../../apiserver/http/listen.ts'
import { openFolder } from '../../apiserver/storage/node-files.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { prepareOwnFolder } from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { PlainError } from '../errors.ts'

export interface ServeSandboxOptions {
  /** Where objects, the authority and the kubeconfig are kept. */
  readonly folder: string
  /** 0 takes a free one. */
  readonly port: number
  /** Which minor version of Kubernetes 1 it is to be; the one that it was, or the newest, by default. */
  readonly minor?: number
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
  /** One with the rights of the account of the operator. */
  readonly operatorClient: KubeClient
  /** Another one, whose requests do not queue behind those of the first. */
  readonly serverClient: KubeClient
  readonly stop: () => Promise<void>
}

const host = '127.0.0.1'
const contextName = 'outrigger'
const accounts = 'system:serviceaccounts'
const operator = {
  name: `system:serviceaccount:${platformNamespace}:outrigger`,
  groups: [accounts, `${accounts}:${platformNamespace}`, 'system:authenticated'],
}

/** Starts a sandbox on this machine alone, over TLS, and writes a kubeconfig for it. */
export async function serveSandbox(options: ServeSandboxOptions): Promise<ServedSandbox> {
  const { folder, onFailure } = options
  await prepareOwnFolder(folder)
  const minor = await becomeMinor(folder, options.minor)
  const authority = await openAuthority(folder, Date.now)
  const sandbox = await startSandbox({
    minor,
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
    // A new file whatever was there: neither the mode of that one counts nor where it leads.
    const text = writeKubeconfig(contextName, access)
    await writeFileAtomically(kubeconfig, text, new AbortController().signal, { mode: 0o600 })
    const client = sandbox.client({ userAgent: options.userAgent })
    await publishAuthority(client, authority.certificate)
    return {
      url: listening.url,
      kubeconfig,
      client,
      operatorClient: sandbox.client({ userAgent: options.userAgent, user: operator }),
      serverClient: sandbox.client({ userAgent: options.userAgent }),
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

/** As every API server does: servers beside it check client certificates by this. */
async function publishAuthority(client: KubeClient, authority: string): Promise<void> {
  const resource = {
    group: '',
    version: 'v1',
    resource: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
  }
  const metadata = { namespace: 'kube-system', name: 'extension-apiserver-authentication' }
  const data = { 'client-ca-file': authority }
  const object = { apiVersion: 'v1', kind: resource.kind, metadata, data }
  const how = { fieldManager: 'kube-apiserver', force: true }
  await applyObject(client, resource, object, how, new AbortController().signal)
}

// A sandbox never goes back to an older version, which may not know its objects.
async function becomeMinor(folder: string, wanted: number | undefined): Promise<number> {
  const file = join(folder, 'kubernetes')
  const before = minorIn(existsSync(file) ? await readFile(file, 'utf8') : '')
  const minor = wanted ?? before ?? newestMinor
  if (before !== undefined && minor < before) {
    throw new PlainError(
      `the sandbox in ${folder} is Kubernetes 1.${before}: a cluster is never made older; give another --folder`,
    )
  }
  if (minor !== before) await writeFile(file, `1.${minor}\n`)
  return minor
}

function minorIn(text: string): number | undefined {
  const [, digits] = /^1\.(\d+)/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}
