import { defaultNetworks } from '../../kinds/provider/machine-fields.ts'
import type { SiteFile } from '../../kinds/site-file.ts'

/** A machine of a cluster. */
export interface Machine {
  /** Its address, by which it is told apart. */
  readonly ip: string
  readonly port: number
  readonly username: string
  readonly secretName: string | undefined
  readonly role: 'control-plane' | 'worker'
  /** The name of its Node. */
  readonly name: string
  readonly hostKey: string | undefined
  readonly labels: Readonly<Record<string, string>>
}

type Cluster = SiteFile['cluster']

/** A cluster that is to be made, whoever asked for it. */
export interface ClusterPlan {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly version: string
  /** HOST:PORT of its API. */
  readonly endpoint: string
  readonly podSubnet: string
  readonly serviceSubnet: string
  /** Where its own images are; the official place when undefined. */
  readonly imageRepository: string | undefined
  readonly machines: readonly Machine[]
  readonly features: Cluster['features']
  readonly extraArguments: Pick<
    Cluster,
    | 'dockerExtraArgs'
    | 'kubeletExtraArgs'
    | 'apiServerExtraArgs'
    | 'controllerManagerExtraArgs'
    | 'schedulerExtraArgs'
    | 'etcd'
  >
}

/** The port of a Kubernetes API unless somebody says another. */
const apiPort = 6443

/** A cluster as a site's file or a Cluster says it. */
export type GivenCluster = Pick<
  Cluster,
  | 'name'
  | 'labels'
  | 'annotations'
  | 'version'
  | 'endpoint'
  | 'podSubnet'
  | 'serviceSubnet'
  | 'machines'
  | 'features'
  | keyof ClusterPlan['extraArguments']
>

/** A plan, and everything that is wrong with it. */
interface PlannedCluster {
  readonly plan: ClusterPlan
  readonly problems: readonly string[]
}

/** The plan of a site's cluster. */
export function clusterPlan({ cluster, registry }: SiteFile): PlannedCluster {
  const { address, namespace } = registry ?? {}
  const images = address === undefined ? undefined : [address, namespace].filter(Boolean).join('/')
  return planOf(cluster, images)
}

/** The plan of a cluster whose own images are there. */
export function planOf(cluster: GivenCluster, imageRepository: string | undefined): PlannedCluster {
  const machines = cluster.machines.map(machineOf)
  const first = firstControlPlane(machines)
  const plan: ClusterPlan = {
    name: cluster.name,
    labels: cluster.labels ?? {},
    annotations: cluster.annotations ?? {},
    version: (cluster.version ?? '').replace(/^v/, ''),
    endpoint: cluster.endpoint ?? `${first?.ip ?? ''}:${apiPort}`,
    podSubnet: cluster.podSubnet ?? defaultNetworks.podSubnet,
    serviceSubnet: cluster.serviceSubnet ?? defaultNetworks.serviceSubnet,
    imageRepository,
    machines,
    features: cluster.features,
    extraArguments: cluster,
  }
  return { plan, problems: problemsOf(plan, cluster) }
}

/** The machine on which a cluster begins. */
export function firstControlPlane(machines: readonly Machine[]): Machine | undefined {
  return machines.find(({ role }) => role === 'control-plane')
}

function machineOf(machine: Cluster['machines'][number]): Machine {
  const { ip, port, username, secretName, role, name, hostKey, labels = {} } = machine
  // As the names of Nodes that TKEStack gives: an address, which is a valid name.
  return { ip, port, username, secretName, role, name: name ?? nodeName(ip), hostKey, labels }
}

function nodeName(ip: string): string {
  return ip.toLowerCase().replaceAll(':', '-').replace(/-+$/, '')
}

function problemsOf(
  { machines, version, endpoint }: ClusterPlan,
  cluster: GivenCluster,
): readonly string[] {
  const problems: string[] = []
  const names = new Set<string>()
  for (const { ip, name } of machines) {
    if (!/^[\da-f:.]+$/i.test(ip)) problems.push(`cluster.machines: ${ip} is not an address`)
    if (names.has(name)) problems.push(`cluster.machines: two machines have the name ${name}`)
    names.add(name)
  }
  if (machines.length > 0 && firstControlPlane(machines) === undefined) {
    problems.push('cluster.machines: none has the role control-plane')
  }
  if (!/^\d+\.\d+\.\d+/.test(version)) {
    problems.push(
      `cluster.version: wanted a version such as 1.36.3, found ${cluster.version ?? ''}`,
    )
  }
  if (!/^.+:\d+$/.test(endpoint)) {
    problems.push(`cluster.endpoint: wanted HOST:PORT, found ${endpoint}`)
  }
  return problems
}
