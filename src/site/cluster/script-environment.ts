import { X509Certificate, createHash } from 'node:crypto'
import { type ClusterPlan, type Machine, firstControlPlane } from './cluster-plan.ts'

/** The secrets of a cluster that is being made; drawn once, kept with its journal. */
export interface ClusterSecrets {
  /** A bootstrap token, `ID.SECRET`. */
  readonly token: string
  /** 32 bytes in hex, by which kubeadm keeps certificates in a Secret. */
  readonly certificateKey: string
  /** The outputs of scripts, by name. */
  readonly outputs: Readonly<Record<string, string>>
}

/** The variables of a script on a machine; on none for the cluster as a whole. */
export function scriptEnvironment(
  plan: ClusterPlan,
  machine: Machine | undefined,
  secrets: ClusterSecrets,
): Readonly<Record<string, string>> {
  const { extraArguments: extra, machines } = plan
  const first = firstControlPlane(machines)
  const controlPlanes = machines.filter(({ role }) => role === 'control-plane')
  const outputs = Object.entries(secrets.outputs).map(
    // Without the end of its last line, as a shell gives it.
    ([name, value]) => [`OUTRIGGER_OUTPUT_${name.toUpperCase()}`, value.trimEnd()] as const,
  )
  return {
    OUTRIGGER_CLUSTER: plan.name,
    OUTRIGGER_KUBERNETES_VERSION: plan.version,
    OUTRIGGER_ENDPOINT: plan.endpoint,
    OUTRIGGER_POD_SUBNET: plan.podSubnet,
    OUTRIGGER_SERVICE_SUBNET: plan.serviceSubnet,
    OUTRIGGER_IMAGE_REPOSITORY: plan.imageRepository ?? '',
    OUTRIGGER_FIRST_MACHINE: first?.ip ?? '',
    OUTRIGGER_FIRST_MACHINE_NAME: first?.name ?? '',
    OUTRIGGER_CONTROL_PLANE: controlPlanes.map(({ ip }) => ip).join(' '),
    OUTRIGGER_API_SERVER_ARGS: argumentList(extra.apiServerExtraArgs),
    OUTRIGGER_CONTROLLER_MANAGER_ARGS: argumentList(extra.controllerManagerExtraArgs),
    OUTRIGGER_SCHEDULER_ARGS: argumentList(extra.schedulerExtraArgs),
    OUTRIGGER_KUBELET_ARGS: argumentList({
      ...kubeletArguments(machine),
      ...extra.kubeletExtraArgs,
    }),
    OUTRIGGER_RUNTIME_FLAGS: flagLines(extra.dockerExtraArgs),
    OUTRIGGER_ETCD: JSON.stringify(etcdOf(extra.etcd)),
    OUTRIGGER_MACHINE: machine?.ip ?? '',
    OUTRIGGER_MACHINE_NAME: machine?.name ?? '',
    OUTRIGGER_MACHINE_ROLE: machine?.role ?? '',
    OUTRIGGER_TOKEN: secrets.token,
    OUTRIGGER_CERTIFICATE_KEY: secrets.certificateKey,
    OUTRIGGER_CA_HASH: caHash(secrets.outputs['ca']),
    ...Object.fromEntries(outputs),
  }
}

/** The values of these secrets, which no output may show. */
export function secretValues({ token, certificateKey, outputs }: ClusterSecrets): string[] {
  return [token, certificateKey, ...Object.values(outputs)]
}

/** The pin by which a machine that joins knows the cluster: the digest of its authority's public key. */
function caHash(certificate: string | undefined): string {
  if (certificate === undefined) return ''
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return `sha256:${createHash('sha256').update(key).digest('hex')}`
}

// kubeadm reads YAML, of which JSON is a part.
function argumentList(args: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify(Object.entries(args).map(([name, value]) => ({ name, value })))
}

function flagLines(args: Readonly<Record<string, string>> = {}): string {
  return Object.entries(args)
    .map(([name, value]) => `--${name}=${value}`)
    .join('\n')
}

function kubeletArguments(machine: Machine | undefined): Readonly<Record<string, string>> {
  if (machine === undefined) return {}
  const labels = Object.entries(machine.labels).map(([name, value]) => `${name}=${value}`)
  const own = { 'node-ip': machine.ip }
  return labels.length === 0 ? own : { ...own, 'node-labels': labels.join(',') }
}

function etcdOf({ local, external }: NonNullable<ClusterPlan['extraArguments']['etcd']> = {}) {
  if (external !== undefined) return { external }
  const { dataDir = '/var/lib/etcd', extraArgs = {}, serverCertSANs, peerCertSANs } = local ?? {}
  const list = Object.entries(extraArgs).map(([name, value]) => ({ name, value }))
  return {
    local: {
      dataDir,
      extraArgs: list,
      ...(serverCertSANs === undefined ? {} : { serverCertSANs }),
      ...(peerCertSANs === undefined ? {} : { peerCertSANs }),
    },
  }
}
