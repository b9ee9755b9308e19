import { a, cluster } from '../kinds.ts'
import { prepare } from '../resource.ts'
import type { JsonObject, KubeRow, RequestStep } from '../row.ts'

// The refusals of the server: status, reason, message and causes, letter for letter.

const map = a('configMap')
const pod = a('pod')
const deployment = a('deployment')
const service = a('service')
const widget = a('widget')
const job = a('job')
const namespace = cluster('v1', 'Namespace', 'namespaces')
const json = { 'content-type': 'application/json' }
const main = { name: 'main', image: 'app:1' }
const workload: JsonObject = {
  spec: { selector: { matchLabels: { app: 'one' } }, template: { metadata: { labels: { app: 'one' } }, spec: { containers: [main] } } },
}

const request = (method: string, path: string, body?: string, headers: Record<string, string> = json): RequestStep => ({
  do: 'request', method, path, headers, ...(body === undefined ? {} : { body: { text: body } }),
})
const post = (text: string, headers = json) => request('POST', '/api/v1/namespaces/{id}/configmaps', text, headers)
const as = (step: RequestStep, user: string, ...groups: string[]): RequestStep => ({
  ...step, headers: { ...step.headers, 'impersonate-user': user, ...(groups[0] === undefined ? {} : { 'impersonate-group': groups[0] }) },
})
const single = (name: string, ...steps: readonly RequestStep[]): KubeRow => ({ name, steps })

const invalidPods: readonly (readonly [name: string, spec: JsonObject])[] = [
  ['a pod needs a container', { containers: [] }],
  ['a pod without a spec of containers', {}],
  ['a container needs an image and a name', { containers: [{}] }],
  ['a name of a container is a label', { containers: [{ ...main, name: 'Main_1' }] }],
  ['names of containers are unique', { containers: [main, main] }],
  ['a port is below 65536', { containers: [{ ...main, ports: [{ containerPort: 70000 }] }] }],
  ['a request is below its limit', { containers: [{ ...main, resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] }],
  ['a quantity is readable', { containers: [{ ...main, resources: { requests: { memory: '1Gb' } } }] }],
  ['a restart policy is one of three', { containers: [main], restartPolicy: 'Sometimes' }],
  ['a mount needs its volume', { containers: [{ ...main, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] }],
  ['a volume has one source', { containers: [main], volumes: [{ name: 'v', emptyDir: {}, secret: { secretName: 's' } }] }],
]

export const rows: readonly KubeRow[] = [
  // Not found, already there.
  single('an object that is not there', map.get()),
  single('a namespace that is not there takes no object', { ...map.create(), path: '/api/v1/namespaces/not-{id}/configmaps' }),
  single('a resource that is not served', request('GET', '/api/v1/namespaces/{id}/widgets')),
  single('a group that is not served', request('GET', '/apis/not.example.com/v1/things')),
  single('a version that is not served', request('GET', '/apis/apps/v7/deployments')),
  single('a subresource that is not served', map.sub('status').get()),
  single('a path that means nothing', request('GET', '/nothing')),
  single('a delete of what is not there', map.delete()),
  single('an update of what is not there creates a config map nowhere', map.replace({ data: { x: '1' } })),
  single('a patch of what is not there', map.patch('merge', { data: { x: '1' } })),
  single('a second create of the same name', ...prepare(map.create()), map.create()),
  single('a second create of a custom kind', ...prepare(widget.create()), widget.create()),

  // Conflicts and preconditions.
  single('an update of an old version', map.create(), ...prepare(map.patch('merge', { data: { x: '1' } })), map.update(0, { data: { x: '2' } })),
  single('an update without a version is allowed', map.create(), map.update(0, { metadata: { resourceVersion: null }, data: { x: '2' } })),
  single('an update of a custom kind needs a version', widget.create(), widget.update(0, { metadata: { resourceVersion: null }, spec: { text: 't' } })),
  single('a create with a version', map.create({ metadata: { resourceVersion: '5' } })),
  single('a delete with another uid', ...prepare(map.create()), map.delete({ preconditions: { uid: '11111111-2222-3333-4444-555555555555' } })),
  single('a delete with an old version', map.create(), ...prepare(map.patch('merge', { data: { x: '1' } })), map.delete({ preconditions: { resourceVersion: '{{0.metadata.resourceVersion}}' } })),
  single('an update with another uid', map.create(), map.update(0, { metadata: { uid: '11111111-2222-3333-4444-555555555555' } })),

  // Names.
  single('a name with capitals', map.named('One').create()),
  single('a name that is too long', map.named('n'.repeat(254)).create()),
  single('a name and no generated one', { ...map.create(), body: { json: { metadata: {} } } }),
  single('a generated name', { ...map.create(), body: { json: { metadata: { generateName: 'gen-' } } } }),
  single('a name of a service may begin with a digit', service.named('1-one').create({ spec: { ports: [{ port: 80 }] } })),
  single('a namespace in the object that is not the one in the path', map.create({ metadata: { namespace: 'other' } })),
  single('a name in the object that is not the one in the path', ...prepare(map.create()), { ...map.replace({}), body: { json: map.named('two').object() } }),
  single('a label whose key is no key', map.create({ metadata: { labels: { 'bad key': '1' } } })),
  single('a label whose value is no value', map.create({ metadata: { labels: { ok: 'bad value!' } } })),
  single('an annotation whose key is no key', map.create({ metadata: { annotations: { 'a/b/c': '1' } } })),

  // Bodies.
  single('a body that is no JSON', post('{"metadata":')),
  single('a body that is empty', post('')),
  single('a body that is a list', post('[]')),
  single('a body of another kind', post('{"apiVersion":"v1","kind":"Secret","metadata":{"name":"one"}}')),
  single('a body of another version', post('{"apiVersion":"v2","kind":"ConfigMap","metadata":{"name":"one"}}')),
  single('a body of a media type nobody knows', post('hello', { 'content-type': 'text/plain' })),
  single('a body in YAML', post('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n', { 'content-type': 'application/yaml' })),
  single('an answer of a media type nobody gives', { ...map.list(), headers: { accept: 'text/html' } }),
  single('a value of a wrong type', post('{"metadata":{"name":"one"},"data":{"x":1}}')),
  single('a patch of a media type nobody knows', { ...map.patch('merge', {}), headers: json }),
  single('an unknown field is a warning unless told', map.create({ dta: { x: '1' } }, { fieldValidation: 'Warn' })),
  single('an unknown field is an error where validation is strict', map.create({ dta: { x: '1' }, metadata: { lables: {} } }, { fieldValidation: 'Strict' })),
  single('an unknown field is dropped where validation ignores', map.create({ dta: { x: '1' } }, { fieldValidation: 'Ignore' })),
  single('a field twice is an error where validation is strict', request('POST', '/api/v1/namespaces/{id}/configmaps?fieldValidation=Strict', '{"metadata":{"name":"one"},"data":{"x":"1","x":"2"}}')),
  single('an unknown validation', map.create({}, { fieldValidation: 'Maybe' })),
  single('an unknown dry run', map.create({}, { dryRun: 'Some' })),
  single('a limit that is no number', map.list({ limit: 'x' })),

  // Validation of kinds.
  ...invalidPods.map(([name, spec]) => single(name, pod.create({ spec }))),
  single('a deployment needs a selector that matches', deployment.create({ spec: { selector: { matchLabels: { app: 'two' } }, template: { metadata: { labels: { app: 'one' } }, spec: { containers: [main] } } } })),
  single('a deployment of nothing', deployment.create({})),
  single('a selector cannot be changed', deployment.create(workload), deployment.update(0, { spec: { selector: { matchLabels: { app: 'two' } }, template: { metadata: { labels: { app: 'two' } } } } })),
  single('the image of a pod can be changed', pod.create({ spec: { containers: [main] } }), pod.update(0, { spec: { containers: [{ ...main, image: 'app:2', terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent', resources: {} }] } })),
  single('the name of a container of a pod cannot be changed', pod.create({ spec: { containers: [main] } }), pod.patch('json', [{ op: 'replace', path: '/spec/containers/0/name', value: 'other' }])),
  single('a job needs a restart policy', job.create({ spec: { template: { spec: { containers: [main] } } } })),
  single('a service needs ports', service.create({ spec: {} })),
  single('two ports of a service need names', service.create({ spec: { ports: [{ port: 80 }, { port: 81 }] } })),
  single('an immutable config map cannot be changed', map.create({ immutable: true, data: { x: '1' } }), map.patch('merge', { data: { x: '2' } })),
  single('a negative number of replicas', deployment.create({ spec: { ...(workload['spec'] as JsonObject), replicas: -1 } })),

  // Rights and methods.
  single('a user without rights may not read', as(map.get(), 'jane')),
  single('a user without rights may not list', as(map.list(), 'jane')),
  single('a user without rights may not write', as(map.create(), 'jane', 'writers')),
  single('a user without rights may not read what has no namespace', as(request('GET', '/api/v1/nodes'), 'jane')),
  single('a user without rights may not write a status', as(widget.sub('status').patch('merge', {}), 'jane')),
  single('a path of no resource is refused by its verb', as(request('GET', '/metrics'), 'jane')),
  single('a method that a resource does not have', request('PUT', '/api/v1/namespaces/{id}/configmaps', '{}')),
  single('a post to an object', request('POST', '/api/v1/namespaces/{id}/configmaps/one', '{}')),
  single('a delete of all namespaces is not offered', request('DELETE', '/api/v1/namespaces')),
  single('the namespace kube-system cannot go', request('DELETE', '/api/v1/namespaces/kube-system')),
  single('a namespace that is going takes no new object', namespace.delete(), map.create()),
]
