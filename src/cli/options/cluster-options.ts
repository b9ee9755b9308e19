import type { ConnectedClient } from '../../kube/connect.ts'
import type { Impersonation } from '../../kube/request.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Environment, Ports } from '../verb.ts'

/** Helm's flags for the cluster that is meant. */
export const clusterOptions = {
  namespace: {
    kind: 'text',
    short: 'n',
    value: 'NAMESPACE',
    summary: "the namespace; the context's own unless given",
  },
  kubeconfig: {
    kind: 'text',
    value: 'FILE',
    summary: 'the file of clusters and users; $KUBECONFIG unless given',
  },
  'kube-context': { kind: 'text', value: 'NAME', summary: 'the context of the kubeconfig' },
  'kube-apiserver': { kind: 'text', value: 'URL', summary: 'the address of the API server' },
  'kube-token': { kind: 'text', value: 'TOKEN', summary: 'the token to log in with' },
  'kube-as-user': { kind: 'text', value: 'USER', summary: 'act as this user' },
  'kube-as-group': { kind: 'list', value: 'GROUP', summary: 'act as a member of this group' },
  'kube-ca-file': { kind: 'text', value: 'FILE', summary: "the API server's authority" },
  'kube-tls-server-name': {
    kind: 'text',
    value: 'NAME',
    summary: "the name in the API server's certificate",
  },
  'kube-insecure-skip-tls-verify': {
    kind: 'switch',
    summary: "do not check the API server's certificate",
  },
} as const satisfies Record<string, OptionSpec>

type ClusterFlags = {
  readonly [K in keyof typeof clusterOptions]: (typeof clusterOptions)[K]['kind'] extends 'switch'
    ? boolean
    : (typeof clusterOptions)[K]['kind'] extends 'list'
      ? readonly string[]
      : string | undefined
}

/** The cluster as the command line says it; the environment says the rest. */
export type ClusterChoice = Pick<ClusterFlags, keyof ClusterFlags>

/** A cluster that can be spoken to. */
export interface OpenCluster extends ConnectedClient {
  readonly namespace: string
}

export function clusterChoiceOf(given: ClusterFlags): ClusterChoice {
  const names = Object.keys(clusterOptions) as (keyof ClusterFlags)[]
  return Object.fromEntries(names.map((name) => [name, given[name]])) as unknown as ClusterChoice
}

/** Finds the cluster as helm finds it: flags, then HELM_* variables, then the kubeconfig. */
async function openCluster(
  choice: ClusterChoice,
  { environment, program }: Ports,
  io: Io,
): Promise<OpenCluster> {
  const said = readChoice(choice, environment)
  // Loaded only here: these options are also of commands that mostly need no cluster.
  const { connect, findConnection } = await import('../../kube/connect.ts')
  const connection = await findConnection({
    ...said,
    environment,
    terminal: io.stdin.isTerminal,
  })
  // The verbs bound their own concurrency; the server's own fairness does the rest.
  const connected = connect(connection, {
    userAgent: `outrigger/${program.version}`,
    rateLimit: 'none',
  })
  return { ...connected, namespace: connection.namespace }
}

/** Runs something with a cluster, which is let go at the end. */
export async function withCluster<T>(
  choice: ClusterChoice,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  act: (cluster: OpenCluster) => Promise<T>,
): Promise<T> {
  const cluster = await openCluster(choice, ports, io)
  try {
    return await act(cluster)
  } finally {
    await cluster.close()
  }
}

function readChoice(choice: ClusterChoice, environment: Environment) {
  const kubeconfig = choice.kubeconfig || undefined
  const server = choice['kube-apiserver'] || environment['HELM_KUBEAPISERVER']
  const token = choice['kube-token'] || environment['HELM_KUBETOKEN']
  const impersonation = impersonationOf(choice, environment)
  const insecure =
    choice['kube-insecure-skip-tls-verify'] ||
    isTrue(environment['HELM_KUBEINSECURE_SKIP_TLS_VERIFY'])
  return {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...present('namespace', choice.namespace || environment['HELM_NAMESPACE']),
    ...present('context', choice['kube-context'] || environment['HELM_KUBECONTEXT']),
    ...present('server', server),
    ...present('token', token),
    ...present('caFile', choice['kube-ca-file'] || environment['HELM_KUBECAFILE']),
    ...present(
      'tlsServerName',
      choice['kube-tls-server-name'] || environment['HELM_KUBETLS_SERVER_NAME'],
    ),
    ...(insecure ? { insecureSkipTlsVerify: true } : {}),
    ...(impersonation === undefined ? {} : { impersonation }),
  }
}

// An empty variable says nothing, as with helm.
function present<K extends string>(key: K, value: string | undefined) {
  return (value ? { [key]: value } : {}) as Partial<Record<K, string>>
}

function impersonationOf(
  choice: ClusterChoice,
  environment: Environment,
): Impersonation | undefined {
  const user = choice['kube-as-user'] || environment['HELM_KUBEASUSER']
  const named = environment['HELM_KUBEASGROUPS']?.split(',') ?? []
  const groups = choice['kube-as-group'].length > 0 ? choice['kube-as-group'] : named
  const wanted = groups.filter((group) => group !== '')
  if (user) return wanted.length === 0 ? { user } : { user, groups: wanted }
  if (wanted.length === 0) return undefined
  throw new UsageError('conflict', 'a group to act as needs a user to act as: --kube-as-user')
}

function isTrue(text: string | undefined): boolean {
  return /^(1|t|true)$/i.test(text ?? '')
}
