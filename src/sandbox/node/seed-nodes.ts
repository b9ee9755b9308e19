import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { timeOf } from '../engine/object-writing.ts'
import { resources } from '../resources.ts'
import { capacity, goodConditions, sandboxImage } from './node-status.ts'

/** The nodes of a sandbox. */
export interface NodesInput {
  readonly count: number
  /** `v1.36.3`. */
  readonly version: string
}

/** Makes the nodes of a sandbox and the storage class that its claims get; what is there stays. */
export async function seedCluster(
  client: KubeClient,
  input: NodesInput,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; number <= input.count; number++) {
    const node = nodeObject(number, input.version, now)
    const made = await make(client, 'nodes', node, signal)
    if (made === undefined) continue
    const object = { ...made, status: node['status'] ?? {} }
    const options = { subresource: 'status', fieldManager: 'kubelet' }
    await updateObject(client, resources.nodes, object, options, signal)
  }
  await make(client, 'storageClasses', storageClass, signal)
}

async function make(
  client: KubeClient,
  name: 'nodes' | 'storageClasses',
  object: KubeObject,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    const options = { fieldManager: name === 'nodes' ? 'kubelet' : 'outrigger-sandbox' }
    return (await createObject(client, resources[name], object, options, signal)).object
  } catch (error) {
    if (isKubeError(error, 'already-exists')) return undefined
    throw error
  }
}

const storageClass: KubeObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'standard',
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: 'sandbox.outrigger.dev/volumes',
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'WaitForFirstConsumer',
  allowVolumeExpansion: true,
}

function nodeObject(number: number, version: string, now: number): KubeObject {
  const name = `sandbox-${number}`
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'topology.kubernetes.io/region': 'sandbox',
        'topology.kubernetes.io/zone': `sandbox-${number}`,
      },
    },
    spec: { podCIDR: `10.244.${number}.0/24`, podCIDRs: [`10.244.${number}.0/24`] },
    status: {
      addresses: [
        { type: 'InternalIP', address: `172.18.0.${number + 1}` },
        { type: 'Hostname', address: name },
      ],
      capacity,
      allocatable: capacity,
      conditions: [...goodConditions(timeOf(now))],
      daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
      nodeInfo: {
        machineID: '',
        systemUUID: '',
        bootID: '',
        kernelVersion: 'simulated',
        osImage: sandboxImage,
        containerRuntimeVersion: 'simulated://1',
        kubeletVersion: version,
        kubeProxyVersion: version,
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  }
}
