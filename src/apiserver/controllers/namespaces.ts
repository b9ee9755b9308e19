import type { JsonObject } from '../../objects/json.ts'
import { listAt, nameOf, readPath, textAt } from '../../objects/kube-object.ts'
import { deleteObject } from '../registry/delete.ts'
import { inBackground } from '../registry/delete-options.ts'
import { draftOf, ensureChild, type Draft, type DraftValue } from '../registry/draft.ts'
import { timestamp, type Registry } from '../registry/registry.ts'
import type { Served } from '../registry/served.ts'
import { updateObject } from '../registry/update.ts'
import { systemContext, unlessGone } from './system-user.ts'

const tryAgainAfter = 500
const finalizer = 'kubernetes'

/** Empties namespaces that are deleted, and lets them go when nothing is left in them. */
export function followNamespaces(
  registry: Registry,
  onFailure: (error: unknown) => void,
): () => void {
  const waiting = new Map<string, () => void>()
  const running = new Set<string>()
  const settle = async (name: string): Promise<void> => {
    if (running.has(name)) return
    running.add(name)
    waiting.get(name)?.()
    waiting.delete(name)
    try {
      if (!(await isEmptied(registry, name))) {
        const again = registry.clock.after(tryAgainAfter, () => void settle(name).catch(onFailure))
        waiting.set(name, again)
      }
    } finally {
      running.delete(name)
    }
  }
  const look = (namespace: JsonObject) => {
    if (textAt(namespace, ['metadata', 'deletionTimestamp']) === '') return
    // In the next turn, so that the deletion is answered before its consequences are seen.
    queueMicrotask(() => void settle(nameOf(namespace)).catch(onFailure))
  }
  for (const entry of registry.store.list('namespaces', '')) look(entry.object as JsonObject)
  const stop = registry.store.watch('namespaces', registry.store.revision, (event) => {
    if (event.type === 'put') look(event.entry.object as JsonObject)
  })
  return () => {
    stop()
    for (const cancel of waiting.values()) cancel()
  }
}

/** Whether the namespace has nothing in it any more; then it is gone too. */
async function isEmptied(registry: Registry, name: string): Promise<boolean> {
  const entry = registry.store.get('namespaces', name)
  const finalizers = listAt(entry?.object, ['spec', 'finalizers'])
  if (entry === undefined || !finalizers.includes(finalizer)) return true
  const left = new Map<string, number>()
  // The objects that pods use stay as long as the pods do.
  const kinds = registry.catalogue.stored().filter(({ resource }) => resource.namespaced)
  for (const served of kinds.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (left.has('pods.')) break
    for (const object of registry.store.list(served.bucket, `${name}/`)) {
      const own = textAt(object.object, ['metadata', 'name'])
      const context = systemContext(served, name)
      await unlessGone(() => deleteObject(registry, context, own, inBackground))
    }
    const count = registry.store.list(served.bucket, `${name}/`).length
    if (count > 0) left.set(`${served.resource.resource}.${served.resource.group}`, count)
  }
  if (left.size > 0) {
    await tell(registry, name, left)
    return false
  }
  await finalize(registry, name)
  return true
}

function rankOf({ bucket }: Served): number {
  return bucket === 'pods' ? 0 : 1
}

const conditions: readonly (readonly [type: string, reason: string, message: string])[] = [
  [
    'NamespaceDeletionDiscoveryFailure',
    'ResourcesDiscovered',
    'All resources successfully discovered',
  ],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
]

async function tell(
  registry: Registry,
  name: string,
  left: ReadonlyMap<string, number>,
): Promise<void> {
  const served = registry.catalogue.find('', 'v1', 'namespaces')
  if (served === undefined) return
  const list = [...left].map(([resource, count]) => `${resource} has ${count} resource instances`)
  const remaining = [
    'NamespaceContentRemaining',
    'SomeResourcesRemain',
    `Some resources are remaining: ${list.join(', ')}`,
  ] as const
  const now = timestamp(registry)
  const transform = (old: JsonObject | undefined): Draft => {
    const draft = draftOf(old ?? {})
    if (listAt(old, ['status', 'conditions']).length > 0) return draft
    const rows = [
      ...conditions.map((row) => [...row, 'False'] as const),
      [...remaining, 'True'] as const,
    ]
    ensureChild(draft, 'status')['conditions'] = rows.map(([type, reason, message, status]) => ({
      type,
      status,
      lastTransitionTime: now,
      reason,
      message,
    }))
    return draft
  }
  const context = systemContext(served, '', 'status')
  const how = { mayCreate: false, isApply: false }
  await unlessGone(() => updateObject(registry, context, name, { transform, options: how }))
}

async function finalize(registry: Registry, name: string): Promise<void> {
  const served = registry.catalogue.find('', 'v1', 'namespaces')
  if (served === undefined) return
  const context = systemContext(served, '', 'finalize')
  const how = { mayCreate: false, isApply: false }
  await unlessGone(() =>
    updateObject(registry, context, name, { transform: withoutFinalizer, options: how }),
  )
  const after = registry.store.get('namespaces', name)
  const isFree = readPath(after?.object, ['spec', 'finalizers']) === undefined
  if (isFree)
    await unlessGone(() => deleteObject(registry, systemContext(served, ''), name, inBackground))
}

function withoutFinalizer(old: JsonObject | undefined): Draft {
  const draft = draftOf(old ?? {})
  const rest = listAt(old, ['spec', 'finalizers']).filter((one) => one !== finalizer)
  const spec = ensureChild(draft, 'spec')
  if (rest.length === 0) delete spec['finalizers']
  else spec['finalizers'] = rest as DraftValue[]
  return draft
}
