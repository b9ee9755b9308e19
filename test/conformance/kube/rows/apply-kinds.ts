import { a } from '../kinds.ts'
import type { JsonObject, KubeRow, RequestStep } from '../row.ts'

// Applies to built-in kinds: the keys of their lists, what is atomic in them, and what the server fills in.

const main = { name: 'main', image: 'app:1' }
const labels = { app: 'one' }
const template = (spec: JsonObject) => ({ metadata: { labels }, spec })
const workload = (spec: JsonObject, more: JsonObject = {}) => ({ spec: { selector: { matchLabels: labels }, template: template(spec), ...more } })
const ports = (...list: readonly JsonObject[]) => ({ spec: { ports: list } })
const two = (resource: ReturnType<typeof a>, first: JsonObject, second: JsonObject): readonly RequestStep[] => [resource.apply('a', first), resource.apply('b', second)]
const again = (resource: ReturnType<typeof a>, first: JsonObject, second: JsonObject): readonly RequestStep[] => [resource.apply('a', first), resource.apply('a', second)]

const deployment = a('deployment')
const service = a('service')
const env = (...list: readonly JsonObject[]) => workload({ containers: [{ ...main, env: list }] })

export const rows: readonly KubeRow[] = [
  { name: 'a service port is found by its number and protocol', steps: two(service, ports({ port: 80, name: 'web' }), ports({ port: 80, protocol: 'UDP', name: 'dns' })) },
  { name: 'a service port without a protocol is the one with TCP', steps: again(service, ports({ port: 80, name: 'web' }), ports({ port: 80, protocol: 'TCP', name: 'web' })) },
  { name: 'a service port goes when it is left out', steps: again(service, ports({ port: 80, name: 'web' }, { port: 81, name: 'admin' }), ports({ port: 81, name: 'admin' })) },
  { name: 'a service keeps the address it was given', steps: again(service, { spec: { ports: [{ port: 80 }] } }, { spec: { ports: [{ port: 80 }], selector: labels } }) },
  { name: 'the selector of a service is atomic', steps: two(service, { spec: { ports: [{ port: 80 }], selector: { a: '1' } } }, { spec: { selector: { b: '2' } } }) },
  { name: 'a container is found by its name', steps: two(deployment, workload({ containers: [main] }), { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } }) },
  { name: 'a container port is found by its number and protocol', steps: two(deployment, workload({ containers: [{ ...main, ports: [{ containerPort: 80 }] }] }), { spec: { template: { spec: { containers: [{ name: 'main', ports: [{ containerPort: 80, protocol: 'TCP', name: 'web' }] }] } } } }) },
  { name: 'a variable is found by its name', steps: two(deployment, env({ name: 'A', value: '1' }), { spec: { template: { spec: { containers: [{ name: 'main', env: [{ name: 'B', value: '2' }] }] } } } }) },
  { name: 'the arguments of a container are atomic', steps: two(deployment, workload({ containers: [{ ...main, args: ['x'] }] }), { spec: { template: { spec: { containers: [{ name: 'main', args: ['x', 'y'] }] } } } }) },
  { name: 'the selector of a deployment is atomic', steps: two(deployment, workload({ containers: [main] }), { spec: { selector: { matchLabels: { other: '1' } } } }) },
  { name: 'a volume is found by its name, and changes its source', steps: again(deployment, workload({ containers: [main], volumes: [{ name: 'v', emptyDir: {} }] }), workload({ containers: [main], volumes: [{ name: 'v', configMap: { name: 'c' } }] })) },
  { name: 'tolerations are atomic', steps: two(deployment, workload({ containers: [main], tolerations: [{ key: 'a', operator: 'Exists' }] }), { spec: { template: { spec: { tolerations: [{ key: 'b', operator: 'Exists' }] } } } }) },
  { name: 'resources are owned by their names', steps: two(deployment, workload({ containers: [{ ...main, resources: { limits: { cpu: '1' } } }] }), { spec: { template: { spec: { containers: [{ name: 'main', resources: { limits: { memory: '1Gi' } } }] } } } }) },
  { name: 'a quantity written otherwise is another value', steps: two(deployment, workload({ containers: [{ ...main, resources: { limits: { cpu: '1' } } }] }), { spec: { template: { spec: { containers: [{ name: 'main', resources: { limits: { cpu: '1000m' } } }] } } } }) },
  { name: 'an empty volume is owned as it is', steps: [deployment.apply('a', workload({ containers: [main], volumes: [{ name: 'v', emptyDir: {} }] }))] },
  { name: 'what the server fills in belongs to nobody', steps: two(deployment, workload({ containers: [main] }), { spec: { template: { spec: { terminationGracePeriodSeconds: 5 } } } }) },
  { name: 'rules of a role are atomic', steps: two(a('role'), { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] }) },
  { name: 'rules of an ingress are atomic', steps: two(a('ingress'), { spec: { rules: [{ host: 'a.example.com' }] } }, { spec: { rules: [{ host: 'b.example.com' }] } }) },
  { name: 'the data of a secret is owned key by key', steps: two(a('secret'), { data: { a: 'MQ==' } }, { data: { b: 'Mg==' } }) },
  { name: 'pull secrets of a service account are atomic', steps: two(a('serviceAccount'), { imagePullSecrets: [{ name: 'a' }] }, { imagePullSecrets: [{ name: 'b' }] }) },
  { name: 'endpoints of a slice are atomic', steps: two(a('slice'), { addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.1'] }] }, { addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.2'] }] }) },
  { name: 'a network policy has atomic rules', steps: two(a('networkPolicy'), { spec: { podSelector: {}, ingress: [{}] } }, { spec: { podSelector: {}, ingress: [] } }) },
  { name: 'the holder of a lease conflicts', steps: two(a('lease'), { spec: { holderIdentity: 'a' } }, { spec: { holderIdentity: 'b' } }) },
  { name: 'a budget holds one of two numbers', steps: again(a('budget'), { spec: { minAvailable: 1, selector: { matchLabels: labels } } }, { spec: { maxUnavailable: '50%', selector: { matchLabels: labels } } }) },
]
