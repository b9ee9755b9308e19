import { secrets } from '../../kube/objects/core-resources.ts'
import { createHash } from 'node:crypto'
import { clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type Connect, type ConnectedClient, connect } from '../../kube/connect.ts'
import { isKubeError } from '../../kube/errors.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { type Identity, impersonationOf } from '../auth/identity.ts'
import { ProblemError, notFound, problemOf } from '../http/problem.ts'
import type { Route } from '../http/route.ts'

export interface RemoteClusterOptions {
  /** The server's own client of the cluster that the platform runs on: it reads the kubeconfigs. */
  readonly client: KubeClient
  readonly platformNamespace: string
  /** Over the network by default. */
  readonly connect?: Connect
}

interface Open {
  /** Which credentials it was opened with. */
  readonly digest: string
  readonly connected: ConnectedClient
}

/**
 * The clients of other clusters. Connections are shared, identities are not: every request impersonates its asker
 * there, so that the rights on that cluster decide.
 */
export class RemoteClusters {
  private readonly options: RemoteClusterOptions
  private readonly open = new Map<string, Open>()

  constructor(options: RemoteClusterOptions) {
    this.options = options
  }

  /** A client of a Cluster that acts as the asker. One whose Cluster the asker may not see is answered as one that is not there. */
  async clientFor(
    name: string,
    asker: { readonly identity: Identity; readonly client: KubeClient },
    signal: AbortSignal,
  ): Promise<KubeClient> {
    const parsed = parseCluster(await seen(name, asker.client, signal))
    if (!parsed.ok) throw unusable(name)
    const { spec } = parsed.value
    if (spec.inCluster) return asker.client
    const { secretName = '', key = 'kubeconfig' } = spec.kubeconfig ?? {}
    const text = await this.kubeconfig(name, secretName, key, signal)
    const client = await this.connectionTo(name, text)
    return client.impersonating(impersonationOf(asker.identity))
  }

  async close(): Promise<void> {
    const all = [...this.open.values()]
    this.open.clear()
    await Promise.all(all.map(({ connected }) => connected.close()))
  }

  private async kubeconfig(
    name: string,
    secretName: string,
    key: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { client, platformNamespace } = this.options
    const target = { resource: secrets, namespace: platformNamespace, name: secretName }
    const secret = await getObject(client, target, {}, signal).catch((error: unknown) => {
      // The words are about the rights of the server, not about those of the asker.
      throw unusable(name, error)
    })
    const text = secret === undefined ? '' : textAt(secret, ['data', key])
    if (text === '') throw unusable(name)
    return Buffer.from(text, 'base64').toString()
  }

  private async connectionTo(name: string, text: string): Promise<KubeClient> {
    const digest = createHash('sha256').update(text).digest('hex')
    const known = this.open.get(name)
    if (known?.digest === digest) return known.connected.client
    const reach = this.options.connect ?? ((to) => connect(to, { rateLimit: 'none' }))
    try {
      const connection = await connectionOfSecret(text, `cluster ${name}`, { proxy: 'refuse' })
      const connected = reach(connection)
      this.open.set(name, { digest, connected })
      await known?.connected.close()
      return connected.client
    } catch (error) {
      throw unusable(name, error)
    }
  }
}

async function seen(name: string, client: KubeClient, signal: AbortSignal): Promise<KubeObject> {
  try {
    const target = { resource: resourceOf(clusterKind), name }
    const object = await getObject(client, target, {}, signal)
    if (object !== undefined) return object
  } catch (error) {
    // A word that is no name names nothing.
    if (!isKubeError(error, 'forbidden', 'bad-request')) throw problemOf(error)
  }
  throw notFound('cluster', name, '')
}

function unusable(name: string, cause?: unknown): ProblemError {
  const detail = `cluster ${JSON.stringify(name)} cannot be reached with the credentials that the platform has for it; its conditions say why`
  const headers = { 'retry-after': '30' }
  return new ProblemError(424, 'ClusterUnavailable', detail, { headers, cause })
}

/** The problem of a cluster that the asker named: its silence is no fault of this server or of its own cluster. */
export function ofNamedCluster(error: unknown): never {
  const isSilent = error instanceof ProblemError && error.reason === 'ClusterUnavailable'
  if (!isSilent) throw error
  throw new ProblemError(424, error.reason, error.message, error.facts)
}

/** The same operation on any cluster of the platform, by the query parameter `cluster`. */
export function onAnyCluster(route: Route): Route {
  return {
    ...route,
    onAnyCluster: true,
    problems: [...(route.problems ?? []), 404, 424],
    query: {
      ...route.query,
      cluster: {
        description: 'The Cluster to ask, as you; the one that the platform runs on unless given.',
        schema: { type: 'string', maxLength: 253, pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$' },
        example: 'edge',
      },
    },
  }
}
