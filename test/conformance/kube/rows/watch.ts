import { a } from '../kinds.ts'
import { prepare, type Query, read, type Resource } from '../resource.ts'
import type { JsonObject, KubeRow, RequestStep, Step } from '../row.ts'

// Watches: what is sent for what happens, where they begin, bookmarks, selectors, and what is refused.

const map = a('configMap')
const two = map.named('two')
const widget = a('widget')
const metadataOnly = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const label = (value: string | null): JsonObject => ({ metadata: { labels: { pick: value } } })
const main = { name: 'main', image: 'app:1' }

/** From the answer of the first step on. */
const since: Query = { resourceVersion: '{{0.metadata.resourceVersion}}' }
/** Long enough for all that was written to arrive; then the server ends the watch. */
const short: Query = { timeoutSeconds: '1' }

const change = (resource: Resource, value: string) => resource.patch('merge', { metadata: { annotations: { n: value } } })

/** Starts with an object `zero`, whose version is where the watch begins, and reads what the steps cause. */
const caused = (name: string, steps: readonly RequestStep[], query: Query = {}, resource = map): KubeRow => ({
  name,
  steps: [resource.named('zero').create(), ...prepare(...steps), resource.watch({ ...since, ...short, ...query }), read('all')],
})

/** The same, but the watch is there before the steps. */
const live = (name: string, events: number, steps: readonly RequestStep[], query: Query = {}): KubeRow => ({
  name,
  steps: [map.named('zero').create(), map.watch({ ...since, ...query }), ...prepare(...steps), read(events)],
})

const contents: readonly (readonly [kind: Parameters<typeof a>[0], content: JsonObject, patch: JsonObject])[] = [
  ['secret', { stringData: { x: '1' } }, { stringData: { x: '2' } }],
  ['service', { spec: { ports: [{ port: 80 }] } }, { spec: { ports: [{ port: 81 }] } }],
  ['pod', { spec: { containers: [main] } }, { metadata: { labels: { a: 'b' } } }],
  ['deployment', { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [main] } } } }, { spec: { replicas: 3 } }],
  ['lease', { spec: { holderIdentity: 'a' } }, { spec: { holderIdentity: 'b' } }],
  ['role', { rules: [] }, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
  ['widget', { spec: { text: 'a' } }, { spec: { text: 'b' } }],
  ['gadget', { spec: { any: 1 } }, { spec: { any: 2 } }],
]

/** Where a watch begins, and how many events it is read for where bookmarks may follow; else to its end. */
const initial: Query = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }
const bookmarked: Query = { ...initial, allowWatchBookmarks: 'true', timeoutSeconds: '5' }
const begins: readonly (readonly [name: string, query: Query, events?: number])[] = [
  ['without a version, with what is there', {}],
  ['at version 0, with what is there', { resourceVersion: '0' }],
  ['at a version, with what came after', since],
  ['at the version of a list, with nothing', { resourceVersion: '{{3.metadata.resourceVersion}}' }],
  ['with initial events and a bookmark behind them', bookmarked, 4],
  ['with initial events at version 0', { ...bookmarked, resourceVersion: '0' }, 4],
  ['with initial events at a version', { ...bookmarked, ...since }, 4],
  ['with initial events and no bookmarks', initial],
  ['with initial events that a selector picks', { ...bookmarked, fieldSelector: 'metadata.name=two' }, 2],
  ['with initial events of nothing', { ...bookmarked, fieldSelector: 'metadata.name=none' }, 1],
  ['without initial events', { sendInitialEvents: 'false', resourceVersionMatch: 'NotOlderThan' }],
  ['with initial events and no match', { sendInitialEvents: 'true', allowWatchBookmarks: 'true' }],
  ['with initial events and an exact match', { sendInitialEvents: 'true', resourceVersionMatch: 'Exact', ...since }],
  ['with a match and no initial events', { resourceVersionMatch: 'NotOlderThan', ...since }],
  ['at a version that is no number', { resourceVersion: 'x' }],
  ['at a negative version', { resourceVersion: '-1' }],
  ['with a label selector that is none', { labelSelector: 'a in b' }],
  ['with a field selector that is none', { fieldSelector: 'data.x=1' }],
  ['with a limit, which is of no use', { limit: '1' }],
  ['with a continue token, which is refused', { continue: 'x' }],
]

const selected: readonly (readonly [name: string, query: Query, steps: readonly RequestStep[]])[] = [
  ['an object that is picked is added', { labelSelector: 'pick=yes' }, [map.create(label('yes')), two.create(label('no'))]],
  ['an object that begins to be picked is added', { labelSelector: 'pick=yes' }, [map.create(label('no')), map.patch('merge', label('yes'))]],
  ['an object that is no longer picked is deleted', { labelSelector: 'pick=yes' }, [map.create(label('yes')), map.patch('merge', label('no'))]],
  ['an object that stays picked is modified', { labelSelector: 'pick=yes' }, [map.create(label('yes')), change(map, '1')]],
  ['an object that stays away is not told', { labelSelector: 'pick=yes' }, [map.create(label('no')), change(map, '1'), map.delete()]],
  ['an object that was picked and goes is deleted', { labelSelector: 'pick' }, [map.create(label('yes')), map.delete()]],
  ['an object that loses its label and then goes is deleted once', { labelSelector: 'pick' }, [map.create(label('yes')), map.patch('merge', label(null)), map.delete()]],
  ['objects without a label', { labelSelector: '!pick' }, [map.create(label('yes')), map.patch('merge', label(null))]],
  ['one object by its name', { fieldSelector: 'metadata.name=two' }, [map.create(), two.create(), change(map, '1'), change(two, '1')]],
  ['all but one by its name', { fieldSelector: 'metadata.name!=two' }, [map.create(), two.create(), two.delete()]],
  ['by name and by label', { fieldSelector: 'metadata.name=one', labelSelector: 'pick=yes' }, [map.create(label('yes')), two.create(label('yes'))]],
]

const finalizer = { metadata: { finalizers: ['example.com/f'] } }
const happenings: readonly (readonly [name: string, steps: readonly RequestStep[]])[] = [
  ['a create is ADDED', [map.create()]],
  ['an update is MODIFIED', [map.create(), change(map, '1'), change(map, '2')]],
  ['a delete is DELETED, with the object as it last was', [map.create(), change(map, '1'), map.delete()]],
  ['a delete and a create of the same name are two objects', [map.create(), map.delete(), map.create()]],
  ['a delete that waits for a finalizer is MODIFIED first', [map.create(finalizer), map.delete(), map.patch('merge', { metadata: { finalizers: null } })]],
  ['a second delete of what waits changes nothing', [map.create(finalizer), map.delete(), map.delete()]],
  ['a patch without effect is not told', [map.create({ data: { x: '1' } }), map.patch('merge', { data: { x: '1' } })]],
  ['a dry run is not told', [map.create({}, { dryRun: 'All' })]],
  ['an apply is told as what it does', [map.apply('a', { data: { x: '1' } }), map.apply('a', { data: { x: '2' } }), map.apply('a', { data: { x: '2' } })]],
  ['an apply that only takes ownership is MODIFIED', [map.apply('a', { data: { x: '1' } }), map.apply('b', { data: { x: '1' } })]],
  ['a delete of a collection is told one by one', [map.create(), two.create(), { do: 'request', method: 'DELETE', path: '/api/v1/namespaces/{id}/configmaps' }]],
  ['an orphaned delete waits for the finalizer orphan', [map.create(), map.delete({ propagationPolicy: 'Orphan' })]],
  ['a foreground delete waits for its finalizer', [map.create(), map.delete({ propagationPolicy: 'Foreground' })]],
  ['writes of one object stand in their order', [map.create(), change(map, '1'), two.create(), change(map, '2'), change(two, '1')]],
]

const opening = (query: Query, events: number | 'all' = 'all'): readonly Step[] => [map.named('zero').create(), ...prepare(map.create(), two.create()), map.list(), map.watch({ ...short, ...query }), read(events)]

/** Before the custom kinds were there: a version that nobody remembers. */
const tooOld: Query = { resourceVersion: '1' }

export const rows: readonly KubeRow[] = [
  ...happenings.map(([name, steps]) => caused(`watch: ${name}`, steps)),
  ...selected.map(([name, query, steps]) => caused(`watch of a selection: ${name}`, steps, query)),
  ...begins.map(([name, query, events]) => ({ name: `watch begins ${name}`, steps: opening(query, events) })),
  ...contents.map(([kind, content, patch]) => {
    const one = a(kind)
    return { name: `watch of a ${kind}`, steps: [one.named('zero').create(content), ...prepare(one.create(content), one.patch('merge', patch), one.delete({ gracePeriodSeconds: 0 })), one.watch({ ...since, ...short }), read('all')] }
  }),
  live('a live watch is told of a create', 1, [map.create()]),
  live('a live watch is told of everything in order', 4, [map.create(), change(map, '1'), map.delete(), two.create()]),
  live('a live watch of a selection sees an object come and go', 2, [map.create(label('yes')), map.patch('merge', label('no'))], { labelSelector: 'pick=yes' }),
  { name: 'two live watches are told the same', steps: [map.named('zero').create(), map.watch(since, 'first'), map.watch(since, 'second'), ...prepare(map.create(), map.delete()), read(2, 'first'), read(2, 'second')] },
  { name: 'a watch ends when its time is over', steps: [map.named('zero').create(), map.watch({ ...since, ...short }), read('all')] },
  { name: 'a watch that ends soon sends a bookmark', steps: [map.named('zero').create(), map.watch({ ...since, timeoutSeconds: '6', allowWatchBookmarks: 'true' }), read(1)] },
  { name: 'a watch of a custom kind sends a bookmark of that kind', steps: [widget.named('zero').create(), widget.watch({ ...since, timeoutSeconds: '6', allowWatchBookmarks: 'true' }), read(1)] },
  { name: 'a watch of metadata sends metadata', steps: [map.named('zero').create(), ...prepare(map.create({ data: { x: '1' } }), map.delete()), map.watch({ ...since, ...short }, 'watch', metadataOnly), read('all')] },
  { name: 'a watch of metadata sends its bookmark as metadata', steps: [map.named('zero').create(), map.watch(bookmarked, 'watch', metadataOnly), read(2)] },
  { name: 'a watch of a custom kind sends its first bookmark', steps: [widget.named('zero').create(), widget.watch(bookmarked), read(2)] },
  { name: 'a watch at a version that is too old is told so by an event', steps: [widget.named('zero').create(), widget.watch({ ...tooOld, ...short }), read('all')] },
  { name: 'a watch with bookmarks at a version that is too old is told so', steps: [widget.named('zero').create(), widget.watch({ ...tooOld, ...short, allowWatchBookmarks: 'true' }), read('all')] },
  { name: 'a watch of metadata at a version that is too old is told so', steps: [widget.named('zero').create(), widget.watch({ ...tooOld, ...short }, 'watch', metadataOnly), read('all')] },
  { name: 'initial events not older than an old version are sent', steps: [...prepare(widget.named('zero').create(), widget.list()), widget.watch({ ...bookmarked, ...tooOld }), read(2)] },
  { name: 'a list exactly at a version that is too old is gone', steps: [...prepare(widget.named('zero').create()), widget.list({ ...tooOld, resourceVersionMatch: 'Exact' })] },
  { name: 'a list not older than an old version is given', steps: [...prepare(widget.named('zero').create()), widget.list({ ...tooOld, resourceVersionMatch: 'NotOlderThan' })] },
  { name: 'a watch of a table sends columns once', steps: [map.named('zero').create(), ...prepare(map.create(), change(map, '1')), map.watch({ ...since, ...short, includeObject: 'None' }, 'watch', table), read('all')] },
  { name: 'a watch by the old path', steps: [map.named('zero').create(), ...prepare(map.create()), { do: 'watch', name: 'watch', path: '/api/v1/watch/namespaces/{id}/configmaps?timeoutSeconds=1&resourceVersion={{0.metadata.resourceVersion}}' }, read('all')] },
  { name: 'a watch of one object by its path', steps: [map.create(), ...prepare(change(map, '1'), two.create()), { do: 'watch', name: 'watch', path: '/api/v1/namespaces/{id}/configmaps/one?watch=true&timeoutSeconds=1&resourceVersion={{0.metadata.resourceVersion}}' }, read('all')] },
  { name: 'a watch of all namespaces by the namespace of a field', steps: [map.named('zero').create(), ...prepare(map.create()), { do: 'watch', name: 'watch', path: '/api/v1/configmaps?watch=true&timeoutSeconds=1&fieldSelector=metadata.namespace={id}&resourceVersion={{0.metadata.resourceVersion}}' }, read('all')] },
  { name: 'a watch of a resource that is not served', steps: [{ do: 'watch', name: 'watch', path: '/api/v1/namespaces/{id}/nothings?watch=true' }, read('all')] },
  { name: 'a watch by a user without rights', steps: [map.watch({}, 'watch', { 'impersonate-user': 'jane' }), read('all')] },
  { name: 'watch=false is a list', steps: [...prepare(map.create()), { do: 'request', method: 'GET', path: '/api/v1/namespaces/{id}/configmaps?watch=false' }] },
  { name: 'watch=1 is a watch', steps: [map.create(), { do: 'watch', name: 'watch', path: '/api/v1/namespaces/{id}/configmaps?watch=1&timeoutSeconds=1' }, read('all')] },
]
