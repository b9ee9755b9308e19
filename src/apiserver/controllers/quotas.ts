import { equalJson, fieldOf, type JsonObject } from '../../objects/json.ts'
import { nameOf } from '../../objects/kube-object.ts'
import {
  addLists,
  countOf,
  resourcesIn,
  writeList,
  type ResourceList,
} from '../admission/resource-list.ts'
import { isBooking } from '../admission/quota/bookings.ts'
import { concerns, isInScopes, usageOf } from '../admission/quota/usage.ts'
import { objectOf } from '../registry/encode.ts'
import { draftOf, ensureChild, type Draft } from '../registry/draft.ts'
import type { Registry } from '../registry/registry.ts'
import type { Served } from '../registry/served.ts'
import { updateObject } from '../registry/update.ts'
import type { StoreEvent } from '../storage/entry.ts'
import { systemContext, unlessGone } from './system-user.ts'

/** Changes that come together are counted together; what is being created meanwhile has time to be stored. */
const countAfter = 100
const how = { mayCreate: false, isApply: false }

/** Counts what is used in namespaces with quotas, whenever something changes in them. */
export function followQuotas(registry: Registry, onFailure: (error: unknown) => void): () => void {
  const waiting = new Map<string, () => void>()
  const schedule = (namespace: string, after: number): void => {
    if (waiting.has(namespace)) return
    const count = (): void => {
      waiting.delete(namespace)
      const counting = countUsage(registry, namespace)
      void counting.then((isDone) => isDone || schedule(namespace, countAfter)).catch(onFailure)
    }
    waiting.set(namespace, registry.clock.after(after, count))
  }
  for (const { name } of registry.store.list('resourcequotas', '')) schedule(homeOf(name), 0)
  const stop = registry.store.watchEverything(({ entry, type }: StoreEvent) => {
    const namespace = homeOf(entry.name)
    if (namespace === '') return
    const isQuota = entry.bucket === 'resourcequotas'
    if (isQuota && type === 'put') schedule(namespace, 0)
    else if (hasQuota(registry, namespace)) schedule(namespace, countAfter)
  })
  return () => {
    stop()
    for (const cancel of waiting.values()) cancel()
  }
}

function homeOf(name: string): string {
  const slash = name.indexOf('/')
  return slash === -1 ? '' : name.slice(0, slash)
}

function hasQuota(registry: Registry, namespace: string): boolean {
  return registry.store.list('resourcequotas', `${namespace}/`).length > 0
}

/** Whether it could be done: not as long as something is booked that nobody can count yet. */
async function countUsage(registry: Registry, namespace: string): Promise<boolean> {
  const own = registry.catalogue.find('', 'v1', 'resourcequotas')
  if (own === undefined) return true
  for (const entry of registry.store.list('resourcequotas', `${namespace}/`)) {
    const quota = entry.object as JsonObject
    const used = writeList(usageFor(registry, namespace, quota))
    const hard = fieldOf(fieldOf(quota, 'spec'), 'hard') ?? {}
    const status = fieldOf(quota, 'status')
    if (equalJson(fieldOf(status, 'used') ?? {}, used) && equalJson(fieldOf(status, 'hard'), hard))
      continue
    if (fieldOf(status, 'used') !== undefined && isBooking(registry, namespace)) return false
    const transform = (old: JsonObject | undefined): Draft => {
      const draft = draftOf(old ?? quota)
      if (old !== undefined && isBooking(registry, namespace)) return draft
      Object.assign(ensureChild(draft, 'status'), draftOf({ hard, used }))
      return draft
    }
    const context = systemContext(own, namespace, 'status')
    await unlessGone(() =>
      updateObject(registry, context, nameOf(quota), { transform, options: how }),
    )
  }
  return !isBooking(registry, namespace)
}

function usageFor(registry: Registry, namespace: string, quota: JsonObject): ResourceList {
  const names = [...resourcesIn(fieldOf(quota, 'spec'), 'hard').keys()]
  let total: ResourceList = new Map(names.map((name) => [name, countOf(0)]))
  for (const served of registry.catalogue.stored()) {
    const own = names.filter((name) => concerns(served, name))
    if (!served.resource.namespaced || own.length === 0) continue
    total = addLists(total, usageOfKind(registry, served, { namespace, quota, names: own }))
  }
  return total
}

function usageOfKind(
  registry: Registry,
  served: Served,
  of: {
    readonly namespace: string
    readonly quota: JsonObject
    readonly names: readonly string[]
  },
): ResourceList {
  let total: ResourceList = new Map()
  for (const entry of registry.store.list(served.bucket, `${of.namespace}/`)) {
    const object = objectOf(served, entry)
    if (!isInScopes(served, of.quota, object)) continue
    const usage = usageOf(served, object, registry.clock.now())
    total = addLists(total, new Map([...usage].filter(([name]) => of.names.includes(name))))
  }
  return total
}
