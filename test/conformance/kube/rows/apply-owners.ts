import { a } from '../kinds.ts'
import { prepare } from '../resource.ts'
import type { KubeRow } from '../row.ts'

// Owners of fields: conflicts and force, hand-over, updates beside applies, status, dry runs, and what is refused.

const map = a('configMap')
const widget = a('widget')
const gadget = a('gadget')
const deployment = a('deployment')
const json = { 'content-type': 'application/json' }

const one = { data: { x: '1' } }
const container = { name: 'main', image: 'app:1' }
const pod = (more = {}) => ({ metadata: { labels: { app: 'one' } }, spec: { containers: [container], ...more } })
const workload = (more = {}) => ({ spec: { selector: { matchLabels: { app: 'one' } }, template: pod(), ...more } })

/** As kubectl's client-side apply leaves an object: updated by that manager, with what was applied in an annotation. */
const clientSide = (content: { readonly data: Readonly<Record<string, string>> }) => ({
  ...content,
  metadata: {
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { annotations: {}, name: 'one', namespace: '{id}' }, ...content })}\n`,
    },
  },
})

export const rows: readonly KubeRow[] = [
  // First applies.
  { name: 'an apply creates what is not there', steps: [map.apply('a', one)] },
  { name: 'an apply that changes nothing keeps version and time', steps: [map.apply('a', one), map.apply('a', one), map.get()] },
  { name: 'an apply that says less still changes the version', steps: [map.apply('a', { data: { x: '1', y: '2' } }), map.apply('a', one)] },
  { name: 'an apply of nothing owns nothing', steps: [map.apply('a', {})] },
  { name: 'an apply of nothing gives up everything', steps: [map.apply('a', one), map.apply('a', {})] },
  { name: 'labels and annotations are owned key by key', steps: [map.apply('a', { metadata: { labels: { x: '1' }, annotations: { n: '1' } } }), map.apply('b', { metadata: { labels: { y: '2' } } }), map.apply('a', { metadata: { annotations: { n: '2' } } })] },
  { name: 'finalizers are a set', steps: [map.apply('a', { metadata: { finalizers: ['example.com/a'] } }), map.apply('b', { metadata: { finalizers: ['example.com/b'] } }), map.apply('a', {})] },
  { name: 'an owner reference is one thing, found by its uid', steps: [map.named('owner').create(), map.apply('a', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '{{0.metadata.uid}}' }] } }), map.apply('b', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '{{0.metadata.uid}}', controller: true }] } })] },
  { name: 'the name alone leaves no field of metadata owned', steps: [map.apply('a', { metadata: { namespace: '{id}' } })] },

  // Conflicts and force.
  { name: 'one conflict is told with its manager and field', steps: [map.apply('a', one), map.apply('b', { data: { x: '2' } })] },
  { name: 'several conflicts of one manager are told together', steps: [map.apply('a', { data: { x: '1', y: '1', z: '1' } }), map.apply('b', { data: { z: '2', x: '2' } })] },
  { name: 'conflicts with several managers are told by manager', steps: [map.apply('a', one), map.apply('b', { data: { y: '1' } }), map.apply('c', { data: { x: '2', y: '2' } })] },
  { name: 'a conflict with an updater tells the version it used', steps: [map.create(one, { fieldManager: 'u' }), map.apply('a', { data: { x: '2' } })] },
  { name: 'a conflict inside a list item names its key', steps: [widget.apply('a', { spec: { map: [{ name: 'x', value: '1' }] } }), widget.apply('b', { spec: { map: [{ name: 'x', value: '2' }] } })] },
  { name: 'a conflict inside an item of two keys names both', steps: [widget.apply('a', { spec: { pairs: [{ port: 80, name: 'x' }] } }), widget.apply('b', { spec: { pairs: [{ port: 80, name: 'y' }] } })] },
  { name: 'a conflict about an annotation shows its key', steps: [map.apply('a', { metadata: { annotations: { 'example.com/x': '1' } } }), map.apply('b', { metadata: { annotations: { 'example.com/x': '2' } } })] },
  { name: 'a conflict changes nothing', steps: [map.apply('a', one), map.apply('b', { data: { x: '2', y: '2' } }), map.get()] },
  { name: 'force takes the field over', steps: [map.apply('a', one), map.apply('b', { data: { x: '2' } }, { force: 'true' })] },
  { name: 'force takes one field and leaves the others', steps: [map.apply('a', { data: { x: '1', y: '1' } }), map.apply('b', { data: { x: '2' } }, { force: 'true' }), map.apply('a', { data: { x: '1', y: '1' } })] },
  { name: 'force where nothing conflicts is an apply', steps: [map.apply('a', one), map.apply('b', { data: { y: '2' } }, { force: 'true' })] },
  { name: 'force=false is as if it were not there', steps: [map.apply('a', one), map.apply('b', { data: { x: '2' } }, { force: 'false' })] },
  { name: 'a manager that lost all its fields is gone', steps: [map.apply('a', one), map.apply('b', { data: { x: '2' } }, { force: 'true' }), map.apply('a', {})] },
  { name: 'a loser that applies again meets the conflict', steps: [map.apply('a', one), map.apply('b', { data: { x: '2' } }, { force: 'true' }), map.apply('a', one)] },

  // Hand-over.
  { name: 'a field is handed over by applying the same and then leaving', steps: [map.apply('a', { data: { x: '1', y: '1' } }), map.apply('b', one), map.apply('a', { data: { y: '1' } }), map.apply('b', { data: { x: '2' } })] },
  { name: 'a shared field changes only without the other owner', steps: [map.apply('a', one), map.apply('b', one), map.apply('b', { data: { x: '2' } })] },
  { name: 'a shared field stays when one of its owners leaves', steps: [map.apply('a', one), map.apply('b', one), map.apply('a', {})] },
  { name: 'an autoscaler takes the replicas over', steps: [deployment.apply('a', workload({ replicas: 2 })), deployment.sub('scale').patch('merge', { spec: { replicas: 5 } }, { fieldManager: 'scaler' }), deployment.apply('a', workload()), deployment.get()] },
  { name: 'replicas that are still applied conflict with the autoscaler', steps: [deployment.apply('a', workload({ replicas: 2 })), deployment.sub('scale').patch('merge', { spec: { replicas: 5 } }, { fieldManager: 'scaler' }), deployment.apply('a', workload({ replicas: 2 }))] },
  { name: 'replicas that nobody owns go back to the default', steps: [deployment.apply('a', workload({ replicas: 3 })), deployment.apply('a', workload())] },

  // Updates beside applies.
  { name: 'an update owns what it changes', steps: [map.apply('a', { data: { x: '1', y: '1' } }), map.update(0, { data: { x: '2' } }, { fieldManager: 'u' })] },
  { name: 'an update owns what it adds', steps: [map.apply('a', one), map.update(0, { data: { y: '2' } }, { fieldManager: 'u' })] },
  { name: 'an update that deletes a field takes it from its owner', steps: [map.apply('a', { data: { x: '1', y: '1' } }), map.update(0, { data: { y: null } }, { fieldManager: 'u' })] },
  { name: 'an update by the same name is another manager', steps: [map.apply('a', one), map.update(0, { data: { x: '2' } }, { fieldManager: 'a' })] },
  { name: 'an update without a name is called by its user agent', steps: [{ ...map.create(one), headers: { ...json, 'user-agent': 'tool/v1.2 (linux)' } }] },
  { name: 'a merge patch owns what it changes', steps: [map.apply('a', one), map.patch('merge', { data: { x: '3' } }, { fieldManager: 'p' })] },
  { name: 'a patch without effect owns nothing', steps: [map.apply('a', one), map.patch('merge', { data: { x: '1' } }, { fieldManager: 'p' })] },
  { name: 'two updates by the same manager are one entry', steps: [map.create(one, { fieldManager: 'u' }), map.patch('merge', { data: { y: '2' } }, { fieldManager: 'u' })] },
  { name: 'a creator owns all it sent', steps: [map.create({ data: { x: '1' }, metadata: { labels: { l: '1' } } }, { fieldManager: 'u' })] },
  { name: 'an apply over a created object conflicts only where values differ', steps: [map.create({ data: { x: '1', y: '1' } }, { fieldManager: 'u' }), map.apply('a', { data: { x: '1', y: '2' } })] },
  { name: 'an apply shares what a creator had set to the same', steps: [map.create(one, { fieldManager: 'u' }), map.apply('a', one)] },
  { name: 'what a creator set stays when the apply leaves it out', steps: [map.create({ data: { x: '1', y: '1' } }, { fieldManager: 'u' }), map.apply('a', one), map.apply('a', {})] },
  { name: 'an update to an atomic list takes the whole list', steps: [widget.apply('a', { spec: { atomicList: ['x'] } }), widget.patch('merge', { spec: { atomicList: ['x', 'y'] } }, { fieldManager: 'u' })] },
  { name: 'an update of a set owns only what is new', steps: [widget.apply('a', { spec: { set: ['x'] } }), widget.patch('merge', { spec: { set: ['x', 'y'] } }, { fieldManager: 'u' })] },
  { name: 'an update of a map list owns only the new item', steps: [widget.apply('a', { spec: { map: [{ name: 'x', value: '1' }] } }), widget.patch('merge', { spec: { map: [{ name: 'x', value: '1' }, { name: 'y' }] } }, { fieldManager: 'u' })] },
  { name: 'an apply to an object without managers finds the fields before the first apply', steps: [map.create(one), map.patch('merge', { metadata: { managedFields: [{}] } }), map.apply('a', { data: { x: '2' } })] },
  { name: 'managed fields that are emptied start again', steps: [map.create(one), map.patch('merge', { metadata: { managedFields: [{}] } }), map.apply('a', { data: { y: '2' } })] },
  { name: 'managed fields that are an empty list are taken as no change', steps: [map.apply('a', one), map.patch('merge', { metadata: { managedFields: [] } }, { fieldManager: 'u' })] },

  // From updates to applies, as kubectl and helm migrate.
  { name: 'what kubectl applied on the client side is taken over by kubectl', steps: [map.create(clientSide(one), { fieldManager: 'kubectl-client-side-apply' }), map.apply('kubectl', { data: { x: '2' } })] },
  { name: 'what kubectl had applied and leaves out goes', steps: [map.create(clientSide({ data: { x: '1', y: '1' } }), { fieldManager: 'kubectl-client-side-apply' }), map.apply('kubectl', one)] },
  { name: 'the annotation of the client side is kept up to date by kubectl', steps: [map.create(clientSide(one), { fieldManager: 'kubectl-client-side-apply' }), map.apply('kubectl', { data: { x: '1', y: '2' } })] },
  { name: 'another manager does not take the client side over', steps: [map.create(clientSide(one), { fieldManager: 'kubectl-client-side-apply' }), map.apply('a', { data: { x: '2' } })] },
  { name: 'an updater becomes an applier by editing the managed fields', steps: [map.create(one, { fieldManager: 'helm' }), map.patch('json', [{ op: 'replace', path: '/metadata/managedFields/0/operation', value: 'Apply' }], { fieldManager: 'x' }), map.apply('helm', { data: { y: '2' } })] },
  { name: 'an update by an applier of the same name leaves two entries', steps: [map.create({ data: { x: '1', y: '1' } }, { fieldManager: 'helm' }), map.apply('helm', one), map.apply('helm', {})] },
  { name: 'a managed entry of an unknown operation is refused', steps: [map.create(one), map.patch('json', [{ op: 'replace', path: '/metadata/managedFields/0/operation', value: 'Guess' }])] },
  { name: 'a managed entry with a wrong fieldsType is refused', steps: [map.create(one), map.patch('json', [{ op: 'replace', path: '/metadata/managedFields/0/fieldsType', value: 'FieldsV2' }])] },

  // Status.
  { name: 'status applied to the object is dropped', steps: [widget.apply('a', { spec: { text: 't' }, status: { phase: 'Up' } })] },
  { name: 'status is applied to the subresource', steps: [widget.apply('a', { spec: { text: 't' } }), widget.sub('status').apply('s', { status: { phase: 'Up' } })] },
  { name: 'spec applied to the status is dropped', steps: [widget.apply('a', { spec: { text: 't' } }), widget.sub('status').apply('s', { spec: { text: 'u' }, status: { phase: 'Up' } })] },
  { name: 'conditions have owners by type', steps: [widget.apply('a', {}), widget.sub('status').apply('s', { status: { conditions: [{ type: 'Ready', status: 'True' }] } }), widget.sub('status').apply('t', { status: { conditions: [{ type: 'Healthy', status: 'True' }] } }), widget.sub('status').apply('s', { status: { conditions: [] } })] },
  { name: 'one name on object and status has two entries', steps: [widget.apply('a', { spec: { text: 't' } }), widget.sub('status').apply('a', { status: { phase: 'Up' } }), widget.apply('a', {})] },
  { name: 'a status without its object is not found', steps: [widget.sub('status').apply('s', { status: { phase: 'Up' } })] },
  { name: 'labels applied through the status of a custom kind are kept out', steps: [widget.apply('a', {}), widget.sub('status').apply('s', { metadata: { labels: { l: '1' } }, status: { phase: 'Up' } })] },
  { name: 'an updated status conflicts with an applied one', steps: [widget.apply('a', { spec: { text: 't' } }), widget.sub('status').patch('merge', { status: { phase: 'Up' } }, { fieldManager: 'u' }), widget.sub('status').apply('s', { status: { phase: 'Down' } })] },
  { name: 'the status of a deployment is applied by itself', steps: [deployment.apply('a', workload()), deployment.sub('status').apply('s', { status: { replicas: 1, conditions: [{ type: 'Available', status: 'True' }] } })] },
  { name: 'a kind without subresources keeps its status in the object', steps: [gadget.apply('a', { spec: { x: 1 }, status: { phase: 'Up' } })] },

  // Dry runs, preconditions, refusals.
  { name: 'a dry run answers as the apply would and keeps nothing', steps: [map.apply('a', one, { dryRun: 'All' }), map.get()] },
  { name: 'a dry run over an object keeps it as it was', steps: [map.apply('a', one), map.apply('a', { data: { x: '2' } }, { dryRun: 'All' }), map.get()] },
  { name: 'a dry run conflicts too', steps: [map.apply('a', one), map.apply('b', { data: { x: '2' } }, { dryRun: 'All' })] },
  { name: 'an apply needs a field manager', steps: [map.apply('', one)] },
  { name: 'a field manager has at most 128 characters', steps: [map.apply('m'.repeat(129), one)] },
  { name: 'a field manager is printable', steps: [map.apply('a\u0007b', one)] },
  { name: 'managed fields cannot be applied', steps: [map.apply('a', { ...one, metadata: { managedFields: [{ manager: 'a', operation: 'Apply', apiVersion: 'v1' }] } })] },
  { name: 'an apply with the version it saw goes through', steps: [map.apply('a', one), map.apply('a', { data: { x: '2' }, metadata: { resourceVersion: '{{0.metadata.resourceVersion}}' } })] },
  { name: 'an apply with an old version conflicts', steps: [map.apply('a', one), map.apply('a', { data: { x: '2' } }), map.apply('a', { data: { x: '3' }, metadata: { resourceVersion: '{{0.metadata.resourceVersion}}' } })] },
  { name: 'an apply with a version to what is not there', steps: [map.apply('a', { ...one, metadata: { resourceVersion: '1' } })] },
  { name: 'an apply with another uid is refused', steps: [map.apply('a', one), map.apply('a', { data: { x: '2' }, metadata: { uid: '11111111-2222-3333-4444-555555555555' } })] },
  { name: 'the name in the object must be the name in the path', steps: [{ ...map.apply('a', one), body: { json: map.named('other').object(one) } }] },
  { name: 'the namespace in the object must be the one in the path', steps: [map.apply('a', { ...one, metadata: { namespace: 'elsewhere' } })] },
  { name: 'the kind in the object must be the kind of the path', steps: [{ ...map.apply('a', one), body: { json: { ...map.object(one), kind: 'Secret' } } }] },
  { name: 'the kind in the object must be there', steps: [{ ...map.apply('a', one), body: { json: { metadata: { name: 'one' }, data: { x: '1' } } } }] },
  { name: 'an apply reads YAML', steps: [{ ...map.apply('a', one), body: { text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata:\n  x: "1" # a comment\n' } }] },
  { name: 'an apply of YAML with a key twice is refused', steps: [{ ...map.apply('a', one), body: { text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata:\n  x: "1"\n  x: "2"\n' } }] },
  { name: 'an apply of a wrong type says where', steps: [map.apply('a', { data: { x: 1 } })] },
  { name: 'an apply of an unknown field of a known kind is refused', steps: [map.apply('a', { ...one, dta: { y: '2' } })] },
  { name: 'an apply of an unknown field of a custom kind is refused', steps: [widget.apply('a', { spec: { unknown: 1 } })] },
  { name: 'an unknown field is refused even where validation only warns', steps: [widget.apply('a', { spec: { unknown: 1 } }, { fieldValidation: 'Warn' })] },
  { name: 'an apply of the wrong type to a custom kind is refused', steps: [widget.apply('a', { spec: { number: 'one' } })] },
  { name: 'two documents cannot be applied at once', steps: [{ ...map.apply('a', one), body: { text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n---\napiVersion: v1\nkind: ConfigMap\n' } }] },
  { name: 'an apply to an object that is being deleted changes it', steps: [map.apply('a', { ...one, metadata: { finalizers: ['example.com/f'] } }), ...prepare(map.delete()), map.apply('a', { data: { x: '2' } })] },
  { name: 'an apply that drops the last finalizer ends the object', steps: [map.apply('a', { ...one, metadata: { finalizers: ['example.com/f'] } }), ...prepare(map.delete()), map.apply('a', one), map.get()] },
]
