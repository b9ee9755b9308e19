import { inProcessTransport } from '../apiserver/http/in-process.ts'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../apiserver/server.ts'
import { memoryFiles } from '../apiserver/storage/memory-files.ts'
import { type KubeClient, type KubeClientOptions, createKubeClient } from '../kube/client.ts'
import { type Clock, systemClock } from '../std/clock.ts'
import type { Delays } from './delays.ts'
import { startSimulator } from './simulator.ts'

export interface SandboxOptions {
  /** Where objects are kept; in memory unless told. */
  readonly files?: ApiServerOptions['files']
  /** The time of the API server and of its clients. */
  readonly clock?: Clock
  /** The time of workloads; the API server's unless told. */
  readonly workloadClock?: Clock
  /** In [0, 1). */
  readonly random?: () => number
  readonly delays?: Partial<Delays>
  readonly nodes?: number
  readonly onFailure?: (error: unknown) => void
}

/** A Kubernetes API with workloads that come alive, in this process. */
export interface Sandbox {
  readonly server: ApiServer
  /** A client in the same process, as the administrator unless told otherwise. */
  readonly client: (
    options?: Omit<KubeClientOptions, 'transport'> & { readonly user?: SandboxUser },
  ) => KubeClient
  readonly stop: () => Promise<void>
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
  const { clock = systemClock, onFailure = () => {} } = options
  const random = options.random ?? Math.random
  const server = await startApiServer({
    files: options.files ?? memoryFiles(),
    clock,
    random,
    onFailure,
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
  const simulated = await startSimulator(
    clientOf(controllerManager, { userAgent: 'kube-controller-manager' }),
    {
      clock: options.workloadClock ?? clock,
      nodes: options.nodes ?? defaultNodes,
      version: 'v1.36.3',
      delays: options.delays ?? {},
      onFailure,
    },
    stopping.signal,
  )
  return {
    server,
    client: ({ user = administrator, ...more } = {}) => clientOf(user, more),
    stop: async () => {
      stopping.abort()
      await simulated.ended
      await server.close()
    },
  }
}
