import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from '../../kube/connect.ts'
import { type OpenRehearsal, withRehearsal } from '../../operator/rehearsal/open-rehearsal.ts'
import { addressOptions } from '../options/address-options.ts'
import { addressPolicyOf } from '../options/address-policy.ts'
import { type ClusterChoice, clusterOptions, withCluster } from '../options/cluster-options.ts'
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
  const found = (world: OpenRehearsal | undefined) => {
    if (world !== undefined) return act(world)
    throw new PlainError(`there is no Cluster ${name}: see outrigger cluster list`)
  }
  return withCluster(cluster, { ports, io }, async ({ client }) => {
    // Of this run alone: a folder with a name that others know could be theirs.
    const indexFolder = await mkdtemp(join(tmpdir(), 'outrigger-rehearsal-'))
    const options = {
      client,
      connect: (connection: Parameters<typeof connect>[0]) =>
        connect(connection, { rateLimit: 'none' }),
      fetching: {
        policy: addressPolicyOf(allow, ports),
        indexFolder,
        plainHttp: plainHttp ? ('always' as const) : ('loopback' as const),
      },
      platformNamespace,
    }
    try {
      return await withRehearsal(name, options, found, signal)
    } finally {
      await rm(indexFolder, { recursive: true, force: true })
    }
  })
}
