import { mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Authority,
  type KeyPair,
  createAuthority,
} from '../../src/apiserver/certificates/authority.ts'
import { createTokenKeys } from './token-keys.ts'
import { findFreePorts } from './free-ports.ts'
import { writeKubeconfig } from './kubeconfig.ts'
import type { Access } from './send.ts'

export interface Ports {
  readonly etcd: number
  readonly etcdPeer: number
  readonly apiServer: number
  readonly controllerManager: number
  readonly scheduler: number
  readonly kwok: number
}

/** The files of a control plane, and where its parts listen. */
export interface Layout {
  readonly folder: string
  readonly ports: Ports
  readonly url: string
  readonly admin: Access
  readonly authority: Authority
  /** Paths of files. */
  readonly files: {
    readonly ca: string
    readonly serverCertificate: string
    readonly serverKey: string
    readonly tokenKey: string
    readonly tokenPublicKey: string
    readonly kubeconfig: string
  }
}

const serverNames = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
]
const serverAddresses = ['127.0.0.1', '10.0.0.1']

/** Gives the folder its certificates, token keys and kubeconfig; what etcd kept there stays. */
export async function createLayout(folder: string): Promise<Layout> {
  await mkdir(folder, { recursive: true })
  const [etcd = 0, etcdPeer = 0, apiServer = 0, controllerManager = 0, scheduler = 0, kwok = 0] =
    await findFreePorts(6)
  const ports = { etcd, etcdPeer, apiServer, controllerManager, scheduler, kwok }
  const authority = createAuthority('testbed')
  const server = authority.signServer(serverNames, serverAddresses)
  const url = `https://127.0.0.1:${apiServer}`
  const admin = accessOf(url, authority, authority.signClient('admin', ['system:masters']))
  const tokens = await keepTokenKeys(folder)
  return {
    folder,
    ports,
    url,
    admin,
    authority,
    files: {
      ca: await save(folder, 'ca.pem', authority.certificate),
      serverCertificate: await save(folder, 'server.pem', server.certificate),
      serverKey: await save(folder, 'server.key', server.key),
      ...tokens,
      kubeconfig: await save(folder, 'kubeconfig', writeKubeconfig('admin', admin)),
    },
  }
}

/** A kubeconfig for somebody else, signed by the same authority. */
export async function addUser(
  layout: Layout,
  user: string,
  groups: readonly string[],
): Promise<{ readonly access: Access; readonly kubeconfig: string }> {
  const { authority, folder, url } = layout
  const access = accessOf(url, authority, authority.signClient(user, groups))
  const name = `${user.replaceAll(/[^\w.-]/g, '_')}.kubeconfig`
  return { access, kubeconfig: await save(folder, name, writeKubeconfig(user, access)) }
}

function accessOf(url: string, authority: Authority, pair: KeyPair): Access {
  return { url, ca: authority.certificate, ...pair }
}

/** Kept over restarts on the same folder, so that tokens given out before stay good. */
async function keepTokenKeys(
  folder: string,
): Promise<{ readonly tokenKey: string; readonly tokenPublicKey: string }> {
  const tokenKey = join(folder, 'token.key')
  const tokenPublicKey = join(folder, 'token.pub')
  if (existsSync(tokenKey) && existsSync(tokenPublicKey)) {
    return { tokenKey, tokenPublicKey }
  }
  const keys = createTokenKeys()
  await save(folder, 'token.key', keys.privateKey)
  await save(folder, 'token.pub', keys.publicKey)
  return { tokenKey, tokenPublicKey }
}

async function save(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text, { mode: 0o600 })
  return path
}
