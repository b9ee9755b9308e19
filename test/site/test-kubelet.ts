// A kubelet for tests of kubeadm: it starts the commands of static pods as processes, asks for its certificate with the
// bootstrap token, registers its Node and publishes mirror pods. Other pods only look as if they ran, and those of Jobs as if they had ended; they go when they are to go. Arguments: folders
// of programs, and `MINOR=FOLDER` of programs that play an older one.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, findConnection } from '../../src/kube/connect.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { bootstrap } from './test-kubelet/bootstrap.ts'
import { playPods } from './test-kubelet/play-pods.ts'
import { type OwnNode, publishMirrorPods, registerNode, tellReady } from './test-kubelet/publish.ts'
import { type StaticPod, readStaticPods, StaticPodProcesses } from './test-kubelet/static-pods.ts'

const kubeconfig = '/etc/kubernetes/kubelet.conf'
const bootstrapKubeconfig = '/etc/kubernetes/bootstrap-kubelet.conf'
const configuration = '/var/lib/kubelet/config.yaml'
const flagsFile = '/var/lib/kubelet/kubeadm-flags.env'
const roundMilliseconds = 500
const never = new AbortController().signal

const healthPort = 10_248
createServer((_, answer) => answer.end('ok')).listen(healthPort, '127.0.0.1')

// Read once: a kubelet becomes another one by being started again.
const version = execFileSync('kubelet', ['--version'], { encoding: 'utf8' })
  .replace('Kubernetes ', '')
  .trim()
const processes = new StaticPodProcesses(process.argv.slice(2))
let isRegistered = false
let open: { readonly client: KubeClient; readonly of: string } | undefined

for (;;) {
  try {
    await round()
  } catch (error) {
    console.error(new Date().toISOString(), error instanceof Error ? error.message : error)
  }
  await sleep(roundMilliseconds)
}

async function round(): Promise<void> {
  const pods = await readStaticPods()
  await processes.sync(pods)
  if (!existsSync(configuration)) return
  const flags = await readFlags()
  const node = flags['hostname-override'] ?? (await readFile('/etc/hostname', 'utf8')).trim()
  if (!existsSync(kubeconfig)) {
    if (existsSync(bootstrapKubeconfig)) await bootstrap(bootstrapKubeconfig, kubeconfig, node)
    return
  }
  const own = { node, ip: flags['node-ip'] ?? '', labels: flags['node-labels'] ?? '', version }
  await tell(await clientOf(kubeconfig), own, pods)
}

// A Node is registered once: a kubelet whose Node was deleted does not bring it back before it is started again.
async function tell(client: KubeClient, own: OwnNode, pods: readonly StaticPod[]): Promise<void> {
  if (!isRegistered) await registerNode(client, own, never)
  isRegistered = true
  const uid = await tellReady(client, own, never)
  await publishMirrorPods(client, { ...own, uid }, pods, never)
  await playPods(client, own, never)
}

async function clientOf(path: string): Promise<KubeClient> {
  const text = await readFile(path)
  const of = createHash('sha256').update(text).digest('hex')
  if (open?.of === of) return open.client
  const connection = await findConnection({ kubeconfig: path, environment: {} })
  open = { client: connect(connection, { retries: { attempts: 1 } }).client, of }
  return open.client
}

async function readFlags(): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(flagsFile, 'utf8').catch(() => '')
  const words = /KUBELET_KUBEADM_ARGS="(.*)"/.exec(text)?.[1] ?? ''
  const pairs = [...words.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}
