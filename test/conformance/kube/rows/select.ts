import { a } from '../kinds.ts'
import { prepare } from '../resource.ts'
import type { KubeRow, RequestStep } from '../row.ts'

// Selectors, pages, and the forms in which lists are given.

const map = a('configMap')
const pod = a('pod')
const secret = a('secret')
const widget = a('widget')
const spec = { containers: [{ name: 'main', image: 'app:1' }] }

const labelled: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a', { env: 'prod', tier: 'web', size: '1' }],
  ['b', { env: 'prod', tier: 'db', size: '5' }],
  ['c', { env: 'test', tier: 'web', size: '10' }],
  ['d', { env: '' }],
  ['e', {}],
]
const maps: readonly RequestStep[] = prepare(...labelled.map(([name, labels]) => map.named(name).create({ metadata: { labels } })))

const labelSelectors: readonly string[] = [
  'env=prod', 'env==prod', 'env!=prod', 'env in (prod,test)', 'env notin (prod)', 'env', '!env', 'env=', 'env in ()', 'env in (,prod)',
  'env=prod,tier=web', 'env=prod,tier!=web', 'tier,!size', 'size>4', 'size<6', 'size>4,size<6', 'size>x', 'env in prod', 'env=a b', '!', ',',
  'env notin (prod,test),env', 'UPPER=x', 'bad key=x', 'a/b/c=x', ' env = prod , tier = web ', `env=${'v'.repeat(64)}`,
]

const fieldSelectors: readonly string[] = [
  'metadata.name=b', 'metadata.name!=b', 'metadata.namespace={id}', 'metadata.name=b,metadata.namespace={id}', 'data.x=1', 'metadata.labels.env=prod', 'metadata.name', 'metadata.name in (a)',
]

const pods: readonly RequestStep[] = prepare(
  pod.named('here').create({ spec: { ...spec, nodeName: 'node-0' } }),
  pod.named('there').create({ spec: { ...spec, restartPolicy: 'Never' } }),
)
const podSelectors = ['spec.nodeName=node-0', 'spec.nodeName=', 'status.phase=Pending', 'status.phase!=Pending', 'spec.restartPolicy=Never', 'spec.image=x']

const names = (query: Readonly<Record<string, string>>): RequestStep => map.list(query, { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' })
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'

export const rows: readonly KubeRow[] = [
  ...labelSelectors.map((labelSelector) => ({ name: `labels: ${labelSelector}`, steps: [...maps, names({ labelSelector })] })),
  ...fieldSelectors.map((fieldSelector) => ({ name: `fields: ${fieldSelector}`, steps: [...maps, names({ fieldSelector })] })),
  ...podSelectors.map((fieldSelector) => ({ name: `fields of pods: ${fieldSelector}`, steps: [...pods, pod.list({ fieldSelector }, { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' })] })),
  { name: 'fields of secrets: type', steps: [...prepare(secret.create({ type: 'example.com/x' }), secret.named('two').create()), secret.list({ fieldSelector: 'type=example.com/x' })] },
  { name: 'fields of a custom kind know only name and namespace', steps: [...prepare(widget.create({ spec: { text: 't' } })), widget.list({ fieldSelector: 'spec.text=t' })] },
  { name: 'labels and fields together', steps: [...maps, names({ labelSelector: 'env=prod', fieldSelector: 'metadata.name!=a' })] },

  // Pages.
  { name: 'a page says how many remain', steps: [...maps, names({ limit: '2' })] },
  { name: 'pages follow each other', steps: [...maps, names({ limit: '2' }), names({ limit: '2', continue: '{{5.metadata.continue}}' }), names({ limit: '2', continue: '{{6.metadata.continue}}' })] },
  { name: 'a page as large as the rest is the last', steps: [...maps, names({ limit: '5' })] },
  { name: 'a page with a selector does not say how many remain', steps: [...maps, names({ limit: '1', labelSelector: 'env=prod' })] },
  { name: 'a page can continue with another limit', steps: [...maps, names({ limit: '1' }), names({ limit: '10', continue: '{{5.metadata.continue}}' })] },
  { name: 'a page shows the list as it was when it began', steps: [...maps, names({ limit: '2' }), ...prepare(map.named('c').delete()), names({ continue: '{{5.metadata.continue}}' })] },
  { name: 'a token that is no token', steps: [...maps, names({ continue: 'rubbish' })] },
  { name: 'a token with a version', steps: [...maps, names({ limit: '2' }), names({ limit: '2', continue: '{{5.metadata.continue}}', resourceVersion: '{{5.metadata.resourceVersion}}' })] },
  { name: 'a negative limit', steps: [...maps, names({ limit: '-1' })] },
  { name: 'a limit of zero is none', steps: [...maps, names({ limit: '0' })] },

  // Versions.
  { name: 'a list not older than a version', steps: [...maps, map.named('e').get(), names({ resourceVersion: '{{5.metadata.resourceVersion}}', resourceVersionMatch: 'NotOlderThan' })] },
  { name: 'a list exactly of a version', steps: [...maps, map.named('e').get(), ...prepare(map.named('a').delete()), names({ resourceVersion: '{{5.metadata.resourceVersion}}', resourceVersionMatch: 'Exact' })] },
  { name: 'a list of any version', steps: [...maps, names({}), names({ resourceVersion: '0' })] },
  { name: 'a match without a version', steps: [...maps, names({ resourceVersionMatch: 'Exact' })] },
  { name: 'an exact match of version zero', steps: [...maps, names({ resourceVersion: '0', resourceVersionMatch: 'Exact' })] },
  { name: 'a match that is none', steps: [...maps, names({ resourceVersion: '1', resourceVersionMatch: 'Nearly' })] },
  { name: 'a version that is no number', steps: [...maps, names({ resourceVersion: 'x' })] },
  { name: 'a version of the future', steps: [...maps, names({ resourceVersion: '999999999', resourceVersionMatch: 'Exact' })] },

  // Forms.
  { name: 'a list of metadata only', steps: [...maps, map.list({ labelSelector: 'env=prod' }, { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' })] },
  { name: 'an object as metadata only', steps: [...maps, map.named('a').get({}, { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' })] },
  { name: 'a table of metadata', steps: [...maps, map.named('a').get({ includeObject: 'None' }, { accept: table })] },
  { name: 'a table with columns of its kind', steps: [...pods, pod.list({ includeObject: 'None', labelSelector: 'none' }, { accept: table })] },
  { name: 'a list of everything in the namespace is whole objects', steps: [...prepare(map.named('x').create({ data: { k: 'v' } })), map.list()] },
  { name: 'an empty list', steps: [map.list()] },
  { name: 'an empty list of a custom kind', steps: [widget.list()] },

  // Deleting by selector.
  { name: 'a collection is deleted by labels', steps: [...maps, { do: 'request', method: 'DELETE', path: '/api/v1/namespaces/{id}/configmaps?labelSelector=env%3Dprod' }, names({})] },
  { name: 'a collection is deleted as a whole', steps: [...maps, { do: 'request', method: 'DELETE', path: '/api/v1/namespaces/{id}/configmaps' }, names({})] },
]
