import { inProcessTransport } from '../apiserver/http/in-process.ts'
import { versionPage, newestMinor } from '../apiserver/kubernetes-version.ts'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../apiserver/server.ts'
import { memoryFiles } from '../apiserver/storage/memory-files.ts'
import { type KubeClient, type KubeClientOptions, createKubeClient } from '../kube/client.ts'
import { textAt } from '../objects/kube-object.ts'
import { type Clock, systemClock } from '../std/clock.ts'
import type { Delays } from './delays.ts'
import { simulatedLogs } from './pod/logs.ts'
import { type Simulator, startSimulator } from './simulator.ts'

export interface SandboxOptions {
  /** Where objects are kept; in memory by default. */
  readonly files?: ApiServerOptions['files']
  /** Which minor version of Kubernetes 1 it is; the newest by default. */
  readonly minor?: number
  /** The time of the API server and of its clients. */
  readonly clock?: Clock
  /** The time of workloads; the API server's by default. */
  readonly workloadClock?: Clock
  /** In [0, 1). */
  readonly random?: () => number
  readonly newUid?: ApiServerOptions['newUid']
  /** The key that tokens of service accounts are signed with, in PEM; one is made by default. */
  readonly tokenKey?: string
  readonly delays?: Partial<Delays>
  readonly nodes?: number
  /** Whose certificates clients trust, in PEM; pods find it beside their tokens. */
  readonly authority?: string
  /** Signs certificates that were approved for clients; nobody does by default. */
  readonly signRequest?: ApiServerOptions['signRequest']
  readonly onFailure?: (error: unknown) => void
}

/** A Kubernetes API with workloads that come alive, in this process. */
export interface Sandbox {
  readonly server: ApiServer
  /** A client in the same process, as the administrator by default. */
  readonly client: (options?: SandboxClientOptions) => KubeClient
  readonly stop: () => Promise<void>
}

export interface SandboxClientOptions extends Omit<KubeClientOptions, 'transport'> {
  readonly user?: SandboxUser
}

export interface SandboxUser {
  readonly name: string
  readonly groups: readonly string[]
}

const administrator: SandboxUser = { name: 'kubernetes-admin', groups: ['system:masters'] }
const controllerManager: SandboxUser = {
  name: 'system:kube-controller-manager',
  groups: ['system:masters'],
}
const defaultNodes = 3

/** Starts an API server and the simulator of its workloads; nothing listens on a socket. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, onFailure = () => {}, minor = newestMinor } = options
  const random = options.random ?? Math.random
  let simulator: Simulator | undefined
  const server = await startApiServer({
    files: options.files ?? memoryFiles(),
    minor,
    clock,
    random,
    onFailure,
    ...(options.newUid !== undefined && { newUid: options.newUid }),
    ...(options.tokenKey !== undefined && { tokenKey: options.tokenKey }),
    ...(options.authority !== undefined && { authority: options.authority }),
    ...(options.signRequest !== undefined && { signRequest: options.signRequest }),
    podLogs: simulatedLogs(async (...asked) => simulator?.untilEnded(...asked)),
  })
  const clientOf = (user: SandboxUser, more: Omit<KubeClientOptions, 'transport'>) =>
    createKubeClient({
      transport: inProcessTransport(server.answer, { certificate: user }),
      rateLimit: 'none',
      gzip: false,
      clock,
      random,
      ...more,
    })
  const stopping = new AbortController()
  const input = {
    clock: options.workloadClock ?? clock,
    nodes: options.nodes ?? defaultNodes,
    version: textAt(versionPage(minor), ['gitVersion']),
    delays: options.delays ?? {},
    onFailure,
  }
  const own = clientOf(controllerManager, { userAgent: 'kube-controller-manager' })
  try {
    simulator = await startSimulator(own, input, stopping.signal)
  } catch (error) {
    stopping.abort()
    await server.close()
    throw error
  }
  const { ended } = simulator
  return {
    server,
    client: ({ user = administrator, ...more } = {}) => clientOf(user, more),
    stop: async () => {
      stopping.abort()
      await ended
      await server.close()
    },
  }
}
