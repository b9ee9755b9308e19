import type { JsonObject } from '../../../../src/objects/json.ts'
import type { ObjectsRow } from '../row.ts'

const container = (name: string, more: JsonObject = {}): JsonObject => ({ name, image: `${name}:1`, ...more })
const pod = (...containers: readonly JsonObject[]): JsonObject => ({ spec: { containers } })
const deployment = (...containers: readonly JsonObject[]): JsonObject => ({ spec: { replicas: 1, template: { spec: { containers } } } })
const finalizers = (...names: readonly string[]): JsonObject => ({ metadata: { finalizers: names } })
const port = (number: number, more: JsonObject = {}): JsonObject => ({ port: number, ...more })
const [a, b, c] = [container('a'), container('b'), container('c')]
const recreate = { spec: { strategy: { type: 'Recreate' } } }
const rolling = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } }

/** Strategic merge patches of an object. */
const applied: readonly (readonly [name: string, kind: string, object: JsonObject, patch: JsonObject])[] = [
  ['a field is set, another is deleted', 'ConfigMap', { data: { x: '1', y: '2' } }, { data: { x: null, z: '3' } }],
  ['a null for what is not there', 'ConfigMap', { data: { x: '1' } }, { data: { q: null }, binaryData: null }],
  ['an item is merged by its key', 'Pod', pod(a, b), pod({ name: 'b', image: 'b:2' })],
  ['a new item comes at the end', 'Pod', pod(a), pod(b)],
  ['items take the order of the patch', 'Pod', pod(a, b, c), pod({ name: 'c', image: 'c:2' }, { name: 'a', image: 'a:2' })],
  ['an item is deleted', 'Pod', pod(a, b), pod({ name: 'a', $patch: 'delete' })],
  ['an item that is not there is deleted', 'Pod', pod(a), pod({ name: 'q', $patch: 'delete' })],
  ['a list is replaced', 'Pod', pod(a, b), { spec: { containers: [{ $patch: 'replace' }, c] } }],
  ['a list is emptied by replace', 'Pod', pod(a, b), { spec: { containers: [{ $patch: 'replace' }] } }],
  ['a map is replaced', 'ConfigMap', { data: { x: '1' } }, { data: { $patch: 'replace', y: '2' } }],
  ['a map is deleted', 'ConfigMap', { data: { x: '1' } }, { data: { $patch: 'delete' } }],
  ['an unknown directive', 'ConfigMap', { data: { x: '1' } }, { data: { $patch: 'guess' } }],
  ['an unknown directive in an item', 'Pod', pod(a), pod({ name: 'a', $patch: 'guess' })],
  ['a merge directive in an item', 'Pod', pod(a), pod({ name: 'a', $patch: 'merge' })],
  ['an item without its key', 'Pod', pod(a), pod({ image: 'x' })],
  ['an item to be deleted without its key', 'Pod', pod(a), pod({ $patch: 'delete' })],
  ['scalars are joined', 'ConfigMap', finalizers('a', 'b'), finalizers('b', 'c')],
  ['scalars are deleted', 'ConfigMap', finalizers('a', 'b', 'c'), { metadata: { '$deleteFromPrimitiveList/finalizers': ['b'] } }],
  ['scalars are ordered', 'ConfigMap', finalizers('a', 'b', 'c'), { metadata: { '$setElementOrder/finalizers': ['c', 'a'] } }],
  ['scalars are added and ordered', 'ConfigMap', finalizers('a', 'b'), { metadata: { '$setElementOrder/finalizers': ['c', 'b'], finalizers: ['c'] } }],
  ['items are ordered', 'Pod', pod(a, b, c), { spec: { '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }] } }],
  ['items are changed, deleted and ordered', 'Pod', pod(a, b, c), { spec: { '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }], containers: [{ name: 'a', image: 'a:2' }, { name: 'b', $patch: 'delete' }] } }],
  ['an order of what only the patch has', 'Pod', { spec: {} }, { spec: { '$setElementOrder/containers': [{ name: 'a' }], containers: [a] } }],
  ['an order of nothing', 'Pod', { spec: {} }, { spec: { '$setElementOrder/containers': [{ name: 'a' }] } }],
  ['an order against the patch', 'Pod', pod(a, b), { spec: { '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }], containers: [{ name: 'b', image: 'x' }, { name: 'a', image: 'y' }] } }],
  ['an order that is no list', 'Pod', pod(a), { spec: { '$setElementOrder/containers': 'a' } }],
  ['keys are retained', 'Deployment', rolling, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }],
  ['keys that the patch sets but does not retain', 'Deployment', rolling, { spec: { strategy: { $retainKeys: ['rollingUpdate'], type: 'Recreate' } } }],
  ['keys to retain that are no list', 'Deployment', rolling, { spec: { strategy: { $retainKeys: 'type' } } }],
  ['a volume is replaced by its retained keys', 'Pod', { spec: { volumes: [{ name: 'v', emptyDir: {} }] } }, { spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] } }],
  ['a list without a strategy is replaced', 'Pod', pod({ ...a, args: ['1', '2'] }), pod({ name: 'a', args: ['3'] })],
  ['a list becomes a scalar', 'ConfigMap', { data: { x: '1' } }, { data: 'text' }],
  ['ports of a service are merged by port', 'Service', { spec: { ports: [port(80, { name: 'http', protocol: 'TCP' })] } }, { spec: { ports: [port(80, { targetPort: 8080 }), port(443)] } }],
  ['ports of both protocols share a key', 'Service', { spec: { ports: [port(53, { protocol: 'TCP' }), port(53, { protocol: 'UDP' })] } }, { spec: { ports: [port(53, { name: 'dns' })] } }],
  ['nested lists are merged', 'Deployment', deployment({ ...a, env: [{ name: 'X', value: '1' }] }), { spec: { template: { spec: { containers: [{ name: 'a', env: [{ name: 'Y', value: '2' }] }] } } } }],
  ['an empty patch changes nothing', 'Deployment', deployment(a), {}],
]

/** Patches that turn one object into another. */
const twoWay: readonly (readonly [name: string, kind: string, from: JsonObject, to: JsonObject])[] = [
  ['nothing', 'Deployment', deployment(a), deployment(a)],
  ['a field that changes, comes and goes', 'ConfigMap', { data: { x: '1', y: '2' } }, { data: { x: '3', z: '4' } }],
  ['an item that changes', 'Deployment', deployment(a, b), deployment(a, container('b', { image: 'b:2' }))],
  ['an item that comes', 'Deployment', deployment(a), deployment(a, b)],
  ['an item that goes', 'Deployment', deployment(a, b), deployment(b)],
  ['items in another order', 'Deployment', deployment(a, b), deployment(b, a)],
  ['all items go', 'Pod', pod(a, b), { spec: { containers: [] } }],
  ['the list goes', 'Pod', pod(a), { spec: {} }],
  ['the list comes', 'Pod', { spec: {} }, pod(a)],
  ['scalars come and go', 'ConfigMap', finalizers('a', 'b'), finalizers('b', 'c')],
  ['scalars in another order', 'ConfigMap', finalizers('a', 'b'), finalizers('b', 'a')],
  ['a scalar that is there twice goes', 'ConfigMap', finalizers('a', 'a', 'b'), finalizers('b')],
  ['keys to retain', 'Deployment', rolling, recreate],
  ['keys to retain the other way', 'Deployment', recreate, rolling],
  ['a volume of another kind', 'Pod', { spec: { volumes: [{ name: 'v', emptyDir: {} }] } }, { spec: { volumes: [{ name: 'v', configMap: { name: 'c' } }] } }],
  ['a list without a strategy', 'Pod', pod({ ...a, args: ['1'] }), pod({ ...a, args: ['1', '2'] })],
  ['a null', 'ConfigMap', { data: { x: '1' } }, { data: null }],
  ['another type', 'ConfigMap', { data: { x: '1' } }, { data: 'x' }],
  ['numbers', 'Service', { spec: { ports: [port(80), port(9000)] } }, { spec: { ports: [port(9000), port(443)] } }],
  ['an item without its key', 'Pod', pod(a), pod({ image: 'x' })],
]

/** The object as it was applied, as it shall be and as it is. */
const threeWay: readonly (readonly [name: string, kind: string, original: JsonObject, modified: JsonObject, current: JsonObject])[] = [
  ['nothing to do', 'Deployment', deployment(a), deployment(a), deployment(a)],
  ['somebody added a container', 'Deployment', deployment(a), deployment(a), deployment(a, b)],
  ['somebody changed the image', 'Deployment', deployment(a), deployment(a), deployment(container('a', { image: 'a:9' }))],
  ['a container goes, another was added', 'Deployment', deployment(a, b), deployment(a), deployment(a, b, c)],
  ['a container that is already gone', 'Deployment', deployment(a, b), deployment(a), deployment(a)],
  ['a container comes and one goes', 'Deployment', deployment(a), deployment(b), deployment(a)],
  ['a key goes', 'ConfigMap', { data: { x: '1', y: '1' } }, { data: { x: '1' } }, { data: { x: '1', y: '1', z: '1' } }],
  ['a key that others changed goes', 'ConfigMap', { data: { x: '1' } }, {}, { data: { x: '2', z: '1' } }],
  ['finalizers of ours and of others', 'ConfigMap', finalizers('a', 'b'), finalizers('a'), finalizers('a', 'b', 'other')],
  ['a finalizer comes beside that of others', 'ConfigMap', finalizers('a'), finalizers('a', 'b'), finalizers('other', 'a')],
  ['the strategy changes', 'Deployment', rolling, recreate, { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } } } }],
  ['defaults of the server stay', 'Deployment', deployment(a), deployment(container('a', { image: 'a:2' })), deployment(container('a', { imagePullPolicy: 'Always', resources: {} }))],
  ['the first apply', 'ConfigMap', {}, { data: { x: '1' } }, { data: { x: '0', y: '1' } }],
  ['ports change', 'Service', { spec: { ports: [port(80)] } }, { spec: { ports: [port(81)] } }, { spec: { ports: [port(80, { nodePort: 30000 })] } }],
]

const [x, xy, empty]: readonly JsonObject[] = [{ spec: { x: 1 } }, { spec: { x: 1, y: { z: [1] } } }, {}]

/** The same for kinds without strategies. */
const merged: readonly (readonly [name: string, original: JsonObject, modified: JsonObject, current: JsonObject])[] = [
  ['nothing', x ?? {}, x ?? {}, x ?? {}],
  ['a field goes', xy ?? {}, x ?? {}, xy ?? {}],
  ['a field of others stays', x ?? {}, x ?? {}, xy ?? {}],
  ['a field comes', x ?? {}, xy ?? {}, x ?? {}],
  ['a list is replaced', xy ?? {}, { spec: { x: 1, y: { z: [1, 2] } } }, xy ?? {}],
  ['everything goes', xy ?? {}, empty ?? {}, xy ?? {}],
  ['an empty object comes', empty ?? {}, { spec: { e: {} } }, { spec: {} }],
  ['a field goes that is gone', xy ?? {}, x ?? {}, x ?? {}],
  ['a field changes its type', { spec: { x: 1 } }, { spec: { x: { a: 1 } } }, { spec: { x: 1 } }],
]

export const rows: readonly ObjectsRow[] = [
  ...applied.map(([name, ...args]) => ({ name: `apply: ${name}`, ask: 'strategic', args })),
  ...twoWay.map(([name, ...args]) => ({ name: `two-way: ${name}`, ask: 'twoWay', args })),
  ...threeWay.map(([name, ...args]) => ({ name: `three-way: ${name}`, ask: 'threeWay', args })),
  ...merged.map(([name, ...args]) => ({ name: `three-way merge: ${name}`, ask: 'threeWayMerge', args })),
]
