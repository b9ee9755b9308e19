import { type Access, createRawClient } from '../testbed/send.ts'
import { TestbedError } from '../testbed/errors.ts'

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-0', labels: { 'kubernetes.io/os': 'linux' } },
}
const room = { cpu: '64', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '1000' }
const conditions = [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'said so' }]
const status = { allocatable: room, capacity: room, conditions }

/** Makes a node that says of itself that it is ready. */
export async function readyNode(access: Access): Promise<void> {
  const client = createRawClient(access)
  for (const part of ['', '/status']) {
    const answer = await client.send({
      method: 'PATCH',
      path: `/api/v1/nodes/node-0${part}?fieldManager=test&force=true`,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify(part === '' ? node : { ...node, status }),
    })
    if (answer.status >= 300) throw new TestbedError('no-answer', answer.body)
  }
  client.close()
}
