import { join } from 'node:path'
import { request } from 'node:https'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Binaries } from './binaries.ts'
import type { Layout } from './layout.ts'
import type { PartCommand } from './part.ts'

/** In the order they are started. */
export const partNames = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
] as const

export type PartName = (typeof partNames)[number]

/** Settings that can differ at each start of a part. */
export interface PartSettings {
  /** Without it etcd is faster and forgets what it had not written when the machine goes down. */
  readonly fsync: boolean
  readonly emulatedVersion: string | undefined
  /** More flags, behind ours, so that they win. */
  readonly flags: readonly string[]
  readonly binaries: Binaries
}

/** The command line of a part, and how to ask it whether it serves. */
export function commandOf(name: PartName, layout: Layout, settings: PartSettings): PartCommand {
  const { args, isReady } = commands[name](layout, settings)
  return { program: settings.binaries[name], args: [...args, ...settings.flags], isReady }
}

type Command = Omit<PartCommand, 'program'>

const commands: Readonly<Record<PartName, (layout: Layout, settings: PartSettings) => Command>> = {
  etcd: etcdCommand,
  'kube-apiserver': apiServerCommand,
  'kube-controller-manager': controllerManagerCommand,
  'kube-scheduler': schedulerCommand,
  kwok: kwokCommand,
}

function etcdCommand({ folder, ports }: Layout, { fsync }: PartSettings): Command {
  const client = `http://127.0.0.1:${ports.etcd}`
  const peer = `http://127.0.0.1:${ports.etcdPeer}`
  const flags = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }
  const args = [...written(flags), ...(fsync ? [] : ['--unsafe-no-fsync'])]
  return { args, isReady: async () => (await fetch(`${client}/health`)).ok }
}

function apiServerCommand(layout: Layout, settings: PartSettings): Command {
  const { files, ports } = layout
  const flags = {
    'etcd-servers': `http://127.0.0.1:${ports.etcd}`,
    'bind-address': '127.0.0.1',
    'secure-port': ports.apiServer,
    'tls-cert-file': files.serverCertificate,
    'tls-private-key-file': files.serverKey,
    'client-ca-file': files.ca,
    'service-account-key-file': files.tokenPublicKey,
    'service-account-signing-key-file': files.tokenKey,
    'service-account-issuer': 'https://kubernetes.default.svc',
    'authorization-mode': 'RBAC',
    'service-cluster-ip-range': '10.0.0.0/16',
    'allow-privileged': true,
    // Ends the watches of others at once; without it a server with watches takes half a minute to stop.
    'shutdown-watch-termination-grace-period': '500ms',
    ...emulation(settings),
  }
  return { args: written(flags), isReady: () => answersOk(ports.apiServer, '/readyz') }
}

function controllerManagerCommand(layout: Layout, settings: PartSettings): Command {
  const { files, ports } = layout
  const flags = {
    kubeconfig: files.kubeconfig,
    'service-account-private-key-file': files.tokenKey,
    'root-ca-file': files.ca,
    'leader-elect': false,
    'bind-address': '127.0.0.1',
    'secure-port': ports.controllerManager,
    'kube-api-qps': 500,
    'kube-api-burst': 1000,
    'enable-hostpath-provisioner': true,
    ...emulation(settings),
  }
  return { args: written(flags), isReady: () => answersOk(ports.controllerManager, '/healthz') }
}

function schedulerCommand({ files, ports }: Layout, settings: PartSettings): Command {
  const flags = {
    kubeconfig: files.kubeconfig,
    'leader-elect': false,
    'bind-address': '127.0.0.1',
    'secure-port': ports.scheduler,
    ...emulation(settings),
  }
  return { args: written(flags), isReady: () => answersOk(ports.scheduler, '/healthz') }
}

function kwokCommand({ files, ports }: Layout, { binaries }: PartSettings): Command {
  const flags = {
    kubeconfig: files.kubeconfig,
    config: binaries.stages,
    'manage-all-nodes': true,
    // Stories write the status of some nodes and pods themselves.
    'disregard-status-with-annotation-selector': 'kwok.x-k8s.io/status=custom',
    // Without leases the controllers take a node for lost after 50 s, and its pods never become ready again.
    'node-lease-duration-seconds': 40,
    'server-address': `127.0.0.1:${ports.kwok}`,
  }
  const url = `http://127.0.0.1:${ports.kwok}/healthz`
  return { args: written(flags), isReady: async () => (await fetch(url)).ok }
}

function emulation({ emulatedVersion }: PartSettings): Readonly<Record<string, string>> {
  return emulatedVersion === undefined ? {} : { 'emulated-version': emulatedVersion }
}

function written(flags: Readonly<Record<string, string | number | boolean>>): readonly string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`)
}

/** The health of a part that made its own certificate, or the API server's: only whether it serves is asked. */
async function answersOk(port: number, path: string): Promise<boolean> {
  const asking = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode === 200
}
