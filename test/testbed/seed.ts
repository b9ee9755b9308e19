import { setTimeout as sleep } from 'node:timers/promises'
import { TestbedError } from './errors.ts'
import type { RawClient } from './send.ts'

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'node-0',
    labels: {
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': 'node-0',
    },
  },
}

// Without ephemeral storage many charts would stay Pending.
const room = { cpu: '64', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '1000' }

const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'standard',
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: 'kubernetes.io/host-path',
}

const objects = [
  { path: '/apis/storage.k8s.io/v1/storageclasses/standard', object: storageClass },
  { path: '/api/v1/nodes/node-0', object: node },
  {
    path: '/api/v1/nodes/node-0/status',
    object: { ...node, status: { allocatable: room, capacity: room } },
  },
]

const waitLimitMilliseconds = 60_000
const pollMilliseconds = 50

/** The least that a cluster needs to run pods: a node with room and a class that provides volumes. */
export async function seed({ send }: RawClient): Promise<void> {
  for (const { path, object } of objects) {
    const { status, body } = await send({
      method: 'PATCH',
      path: `${path}?fieldManager=testbed&force=true`,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify(object),
    })
    if (status >= 300) throw new TestbedError('no-answer', `${path} cannot be applied: ${body}`)
  }
}

/** Waits for what the controllers make in a new cluster, without which no pod is admitted. */
export async function untilServing({ send }: RawClient): Promise<void> {
  const path = '/api/v1/namespaces/default/serviceaccounts/default'
  const deadline = Date.now() + waitLimitMilliseconds
  while ((await send({ method: 'GET', path })).status !== 200) {
    if (Date.now() > deadline) throw new TestbedError('not-ready', `${path} does not come to be`)
    await sleep(pollMilliseconds)
  }
}
