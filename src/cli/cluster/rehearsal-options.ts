import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { connect } from '../../kube/connect.ts'
import { type OpenRehearsal, withRehearsal } from '../../operator/rehearsal/open-rehearsal.ts'
import { addressOptions } from '../address-options.ts'
import { addressPolicyOf } from '../address-policy.ts'
import { type ClusterChoice, clusterOptions, withCluster } from '../cluster-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'

/** The options of commands that look at what an upgrade of Kubernetes would mean. */
export const rehearsalOptions = {
  kubernetes: {
    kind: 'text',
    value: 'VERSION',
    summary: 'the version that the cluster is to have, such as 1.36 or 1.36.3',
  },
  'plain-http': { kind: 'switch', summary: 'speak HTTP with registries' },
  ...addressOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

export interface RehearsalChoice {
  readonly name: string
  readonly allow: readonly string[]
  readonly plainHttp: boolean
  readonly cluster: ClusterChoice
}

const platformNamespace = 'outrigger-system'

/** Runs something with what is known of a Cluster and of all that is on it. */
export async function withClusterRehearsal<T>(
  { name, allow, plainHttp, cluster }: RehearsalChoice,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  act: (world: OpenRehearsal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return withCluster(cluster, { ports, io }, ({ client }) => {
    const options = {
      client,
      connect: (connection: Parameters<typeof connect>[0]) =>
        connect(connection, { rateLimit: 'none' }),
      fetching: {
        policy: addressPolicyOf(allow, ports),
        indexFolder: join(tmpdir(), 'outrigger-rehearsal'),
        plainHttp: plainHttp ? ('always' as const) : ('loopback' as const),
      },
      platformNamespace,
    }
    const found = (world: OpenRehearsal | undefined) => {
      if (world !== undefined) return act(world)
      throw new PlainError(`there is no Cluster ${name}: see outrigger cluster list`)
    }
    return withRehearsal(name, options, found, signal)
  })
}
