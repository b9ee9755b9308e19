import { connect } from '../../kube/connect.ts'
import type { RehearsalPorts } from '../../actions/rehearse/cluster-rehearsal.ts'
import { addressOptions } from '../options/address-options.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readTimeout } from '../kind/waiting.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'
import { type FetchChoice, withFetching } from '../options/with-fetching.ts'

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

export interface RehearsalChoice extends FetchChoice {
  readonly name: string
  /** Milliseconds. */
  readonly timeout: number
  readonly cluster: ClusterChoice
}

type Flags = Parameters<typeof clusterChoiceOf>[0] & {
  readonly timeout: string | undefined
  readonly 'allow-address': readonly string[]
  readonly 'plain-http': boolean
}

/** Reads the flags that both have. */
export function rehearsalChoiceOf(name: string, options: Flags): RehearsalChoice | UsageError {
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  return {
    name,
    timeout,
    allow: options['allow-address'],
    plainHttp: options['plain-http'],
    cluster: clusterChoiceOf(options),
  }
}

/** Runs something with what a rehearsal needs: the cluster with our kinds, and a way to charts. */
export async function withRehearsalPorts<T>(
  choice: RehearsalChoice,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  report: (line: string) => void,
  act: (ports: RehearsalPorts) => Promise<T>,
): Promise<T> {
  return withCluster(choice.cluster, { ports, io }, ({ client }) =>
    withFetching(choice, ports, (fetching) =>
      act({ client, connect: openPlainly, fetching, report }),
    ),
  )
}

const openPlainly: RehearsalPorts['connect'] = (connection) =>
  connect(connection, { rateLimit: 'none' })
