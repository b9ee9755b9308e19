import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readYamlFile } from '../../../src/expansion/package/yaml-lines.ts'
import { connect, findConnection } from '../../../src/kube/connect.ts'
import { bodyOf } from './body-of.ts'

const approvalMilliseconds = 30_000
const never = new AbortController().signal

interface BootstrapKubeconfig {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }]
}

/** Asks for a certificate of its own with the token, as a kubelet does, and writes the kubeconfig with it. */
export async function bootstrap(from: string, to: string, node: string): Promise<void> {
  const connection = await findConnection({ kubeconfig: from, environment: {} })
  const { client, close } = connect(connection, { retries: { attempts: 1 } })
  try {
    const { key, request } = await requestFor(node)
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const body = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { generateName: 'csr-' },
      spec: {
        request: Buffer.from(request).toString('base64'),
        signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
        usages: ['digital signature', 'client auth'],
      },
    }
    const made = await client.exchange({ method: 'POST', path, body }, never)
    const { metadata } = bodyOf(made) as { readonly metadata: { readonly name: string } }
    const until = Date.now() + approvalMilliseconds
    while (Date.now() < until) {
      const found = await client.exchange(
        { method: 'GET', path: `${path}/${metadata.name}` },
        never,
      )
      const { status } = bodyOf(found) as { readonly status?: { readonly certificate?: string } }
      if (status?.certificate !== undefined) {
        return await writeKubeconfig({ from, to, key, certificate: status.certificate })
      }
      await sleep(200)
    }
    throw new Error(`nobody signed ${metadata.name}`)
  } finally {
    await close()
  }
}

async function requestFor(
  node: string,
): Promise<{ readonly key: string; readonly request: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'test-kubelet-'))
  try {
    const [key, request] = [join(folder, 'key'), join(folder, 'request')]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const subject = ['-subj', `/O=system:nodes/CN=system:node:${node}`]
    const files = ['-keyout', key, '-out', request]
    await promisify(execFile)('openssl', ['req', '-new', ...curve, ...subject, ...files])
    return { key: await readFile(key, 'utf8'), request: await readFile(request, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface NewKubeconfig {
  readonly from: string
  readonly to: string
  readonly key: string
  /** base64. */
  readonly certificate: string
}

async function writeKubeconfig({ from, to, key, certificate }: NewKubeconfig): Promise<void> {
  const read = readYamlFile(await readFile(from, 'utf8'))
  if (!read.ok) throw new Error(`${from}: ${read.message}`)
  const { clusters } = read.file.value as unknown as BootstrapKubeconfig
  const user = {
    'client-certificate-data': certificate,
    'client-key-data': Buffer.from(key).toString('base64'),
  }
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'default', cluster: clusters[0].cluster }],
    users: [{ name: 'default', user }],
    contexts: [{ name: 'default', context: { cluster: 'default', user: 'default' } }],
    'current-context': 'default',
  })
  await writeFile(`${to}.new`, text, { mode: 0o600 })
  await rename(`${to}.new`, to)
}
