import { a } from '../kinds.ts'
import type { JsonObject, KubeRow } from '../row.ts'

// Strategic merge patch: lists merged by key, and the directives that say otherwise.

const deployment = a('deployment')
const service = a('service')
const map = a('configMap')
const account = a('serviceAccount')
const widget = a('widget')

const workload: JsonObject = {
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'one' } },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    template: {
      metadata: { labels: { app: 'one', tier: 'web' } },
      spec: {
        containers: [
          { name: 'main', image: 'app:1', env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }], args: ['x', 'y'], ports: [{ containerPort: 80 }, { containerPort: 81, name: 'admin' }] },
          { name: 'side', image: 'side:1' },
        ],
        tolerations: [{ key: 'k', operator: 'Exists' }],
        volumes: [{ name: 'v', emptyDir: {} }, { name: 'w', configMap: { name: 'c' } }],
      },
    },
  },
}

const pod = (spec: JsonObject) => ({ spec: { template: { spec } } })
const container = (main: JsonObject) => pod({ containers: [{ name: 'main', ...main }] })

const patches: readonly (readonly [name: string, patch: JsonObject])[] = [
  ['a container is found by its name', container({ image: 'app:2' })],
  ['a new container comes to the front', pod({ containers: [{ name: 'new', image: 'new:1' }] })],
  ['a container is deleted by a directive', pod({ containers: [{ name: 'side', $patch: 'delete' }] })],
  ['the list of containers is replaced by a directive', pod({ containers: [{ $patch: 'replace' }, { name: 'only', image: 'only:1' }] })],
  ['an environment variable is found by its name', container({ env: [{ name: 'B', value: '9' }] })],
  ['an environment variable changes its source', container({ env: [{ name: 'B', value: null, valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] })],
  ['a variable is deleted inside a container', container({ env: [{ name: 'A', $patch: 'delete' }] })],
  ['an order is set by a directive', container({ '$setElementOrder/env': [{ name: 'B' }, { name: 'A' }] })],
  ['the order of containers is set by a directive', pod({ '$setElementOrder/containers': [{ name: 'side' }, { name: 'main' }] })],
  ['an order together with a change', pod({ '$setElementOrder/containers': [{ name: 'side' }, { name: 'new' }, { name: 'main' }], containers: [{ name: 'new', image: 'new:1' }] })],
  ['an order without an element of the patch is refused', pod({ '$setElementOrder/containers': [{ name: 'main' }], containers: [{ name: 'new', image: 'new:1' }] })],
  ['a list of words is replaced', container({ args: ['z'] })],
  ['a port is found by its number', container({ ports: [{ containerPort: 81, name: 'metrics' }] })],
  ['a list without a key is replaced', pod({ tolerations: [{ key: 'other', operator: 'Exists' }] })],
  ['a volume keeps only the keys that a directive retains', pod({ volumes: [{ name: 'w', $retainKeys: ['name', 'secret'], configMap: null, secret: { secretName: 's' } }] })],
  ['retained keys drop the others without naming them', pod({ volumes: [{ name: 'w', $retainKeys: ['name', 'emptyDir'], emptyDir: {} }] })],
  ['the strategy retains its type alone', { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }],
  ['a change of the strategy without retained keys is invalid', { spec: { strategy: { type: 'Recreate' } } }],
  ['a map is replaced by a directive', { spec: { template: { metadata: { labels: { $patch: 'replace', app: 'one' } } } } }],
  ['a map is deleted by a directive', { spec: { strategy: { $patch: 'delete' } } }],
  ['null takes a field away', { spec: { replicas: null } }],
  ['null in a list item takes its field away', container({ args: null })],
  ['an element without its key is refused', pod({ containers: [{ image: 'app:2' }] })],
  ['an unknown directive is refused', container({ $patch: 'guess' })],
  ['a wrong type is refused', { spec: { replicas: 'two' } }],
  ['the selector cannot be changed', { spec: { selector: { matchLabels: { app: 'two' } } } }],
  ['a patch that changes nothing', container({ image: 'app:1' })],
]

const set = (name: string, patch: JsonObject): KubeRow => ({
  name: `strategic: ${name}`,
  steps: [map.create({ metadata: { finalizers: ['example.com/a', 'example.com/b'], labels: { x: '1' } }, data: { k: 'v' } }), map.patch('strategic', patch, { fieldManager: 'p' })],
})

const ports: JsonObject = { spec: { selector: { app: 'one' }, ports: [{ name: 'web', port: 80 }, { name: 'admin', port: 81 }] } }

export const rows: readonly KubeRow[] = [
  ...patches.map(([name, patch]) => ({
    name: `strategic: ${name}`,
    steps: [deployment.create(workload, { fieldManager: 'u' }), deployment.patch('strategic', patch, { fieldManager: 'p' })],
  })),
  set('a set takes what is new', { metadata: { finalizers: ['example.com/c', 'example.com/a'] } }),
  set('a value of a set is deleted by a directive', { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'] } }),
  set('deleting and adding to a set at once', { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'], finalizers: ['example.com/c'] } }),
  set('labels are merged', { metadata: { labels: { y: '2', x: null } } }),
  set('data is replaced by a directive', { data: { $patch: 'replace', n: '1' } }),
  {
    name: 'strategic: a port of a service is found by its number',
    steps: [service.create(ports), service.patch('strategic', { spec: { ports: [{ port: 81, name: 'renamed' }] } })],
  },
  {
    name: 'strategic: a port of a service is deleted by its number',
    steps: [service.create(ports), service.patch('strategic', { spec: { ports: [{ port: 81, $patch: 'delete' }] } })],
  },
  {
    name: 'strategic: secrets of a service account are found by their names',
    steps: [account.create({ secrets: [{ name: 'a' }], imagePullSecrets: [{ name: 'p' }] }), account.patch('strategic', { secrets: [{ name: 'b' }], imagePullSecrets: [{ name: 'q' }] })],
  },
  {
    name: 'strategic: a custom kind does not know it',
    steps: [widget.create({ spec: { text: 't' } }), widget.patch('strategic', { spec: { text: 'u' } })],
  },
]
