// Serves fixed answers over TLS in a process of its own, so that only the client is measured: 5,000 pods below
// /api/v1/pods, one below anything else. Prints its port, and at GET /connections how many there were.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAuthority } from '../src/apiserver/certificates/authority.ts'

const count = 5000
const authority = createAuthority('bench')
const { certificate, key } = authority.signServer(['localhost'], ['127.0.0.1'])
const items = Array.from({ length: count }, (_, index) => pod(index))
const list = Buffer.from(
  JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items }),
)
const one = Buffer.from(JSON.stringify({ kind: 'Pod', apiVersion: 'v1', ...pod(0) }))
let connections = 0

const server = createServer({ cert: certificate, key }, (request, response) => {
  const type = { 'content-type': 'application/json' }
  if (request.url === '/connections') response.writeHead(200, type).end(JSON.stringify(connections))
  else response.writeHead(200, type).end(request.url?.startsWith('/api/v1/pods') ? list : one)
})
server.on('secureConnection', () => void connections++)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ port, ca: authority.certificate })}\n`)
})
process.stdin.resume().on('end', () => process.exit(0))

// About as large as a pod that runs is.
function pod(index: number) {
  const labels = { app: 'web', 'pod-template-hash': '5d9c7b8f6d', index: String(index) }
  const conditions = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }))
  const env = Array.from({ length: 12 }, (_, at) => ({
    name: `VARIABLE_${at}`,
    value: `value ${at}`,
  }))
  const container = {
    name: 'web',
    image: `registry.example/team/web:1.${index}`,
    env,
    resources: {
      limits: { cpu: '500m', memory: '128Mi' },
      requests: { cpu: '250m', memory: '64Mi' },
    },
    ports: [{ containerPort: 8080, protocol: 'TCP' }],
    terminationMessagePath: '/dev/termination-log',
    imagePullPolicy: 'IfNotPresent',
  }
  const fields = {
    'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
    'f:spec': { 'f:containers': {} },
  }
  const managed = { manager: 'kubelet', operation: 'Update', apiVersion: 'v1', fieldsV1: fields }
  return {
    metadata: {
      name: `web-5d9c7b8f6d-${index}`,
      namespace: `team-${index % 17}`,
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      resourceVersion: String(100_000 + index),
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels,
      managedFields: [managed, managed],
    },
    spec: { containers: [container], restartPolicy: 'Always', nodeName: `node-${index % 50}` },
    status: { phase: 'Running', podIP: '10.0.0.1', startTime: '2026-01-01T00:00:00Z', conditions },
  }
}
