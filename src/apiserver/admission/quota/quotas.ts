import { fieldOf, type Json, type JsonObject } from '../../../objects/json.ts'
import { listAt, nameOf, textAt } from '../../../objects/kube-object.ts'
import {
  compareQuantities,
  subtractQuantities,
  type Quantity,
} from '../../../objects/quantity/quantity.ts'
import { systemContext } from '../../controllers/system-user.ts'
import { draftOf, ensureChild, type Draft } from '../../registry/draft.ts'
import type { Admission, AdmissionRequest, Registry } from '../../registry/registry.ts'
import { updateObject } from '../../registry/update.ts'
import { forbidden } from '../../status-errors.ts'
import { addLists, resourcesIn, showList, writeList, type ResourceList } from '../resource-list.ts'
import { noteBooking } from './bookings.ts'
import { computeUsage, concerns, isInScopes, isTerminating, usageOf } from './usage.ts'

/** Kinds that no quota ever counts. */
const ignored = new Set(['events', 'events.k8s.io/events', 'bindings'])
/** The resources that every container has to state when a quota limits them. */
const toBeTold = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']

/** Keeps a namespace within its quotas; the usage is booked before the object is stored. */
export const resourceQuota: Admission = {
  name: 'ResourceQuota',
  async validate(request, registry) {
    const { served, namespace, draft } = request
    if (draft === undefined || namespace === '' || ignored.has(served.bucket)) return
    if (!isHandled(request)) return
    for (const entry of registry.store.list('resourcequotas', `${namespace}/`)) {
      const needed = neededOf(request, registry, entry.object as JsonObject)
      if (needed.size > 0) await book(request, registry, nameOf(entry.object as JsonObject), needed)
    }
  },
}

function isHandled({ served, subresource, operation, draft, old }: AdmissionRequest): boolean {
  if (operation === 'CREATE') return subresource === ''
  switch (served.bucket) {
    case 'pods':
      if (subresource === 'resize') return true
      return subresource === '' && isTerminating(draft ?? {}) !== isTerminating(old ?? {})
    case 'services':
    case 'persistentvolumeclaims':
      return subresource === ''
    default:
      return false
  }
}

/** The amounts that the write adds to a quota; none when the quota has nothing to do with it. */
function neededOf(request: AdmissionRequest, registry: Registry, quota: JsonObject): ResourceList {
  const { served, draft = {}, old, operation } = request
  if (!isInScopes(served, quota, draft)) return new Map()
  const hard = resourcesIn(fieldOf(quota, 'status'), 'hard')
  const names = [...hard.keys()].filter((name) => concerns(served, name))
  if (names.length === 0) return new Map()
  if (served.bucket === 'pods') checkTold(request, quota, names)
  checkKnown(request, quota, names)
  const now = registry.clock.now()
  const usage = usageOf(served, draft, now)
  const isCounted = operation === 'UPDATE' && old !== undefined && isInScopes(served, quota, old)
  const before: ResourceList = isCounted ? usageOf(served, old, now) : new Map()
  const more = new Map<string, Quantity>()
  for (const name of names) {
    const amount = usage.get(name)
    if (amount === undefined) continue
    const taken = before.get(name)
    const added = taken === undefined ? amount : subtractQuantities(amount, taken)
    if (added.nanos > 0n) more.set(name, added)
  }
  return more
}

function checkTold(request: AdmissionRequest, quota: JsonObject, names: readonly string[]): void {
  const { served, name, draft } = request
  const spec = fieldOf(draft, 'spec')
  if (fieldOf(spec, 'resources') !== undefined) return
  const missing = new Map<string, string[]>()
  for (const container of [...listAt(spec, ['containers']), ...listAt(spec, ['initContainers'])]) {
    const resources = fieldOf(container, 'resources')
    const told = computeUsage(resourcesIn(resources, 'requests'), resourcesIn(resources, 'limits'))
    for (const one of names) {
      if (!toBeTold.includes(one) || told.has(one)) continue
      missing.set(one, [...(missing.get(one) ?? []), textAt(container, ['name'])])
    }
  }
  if (missing.size === 0) return
  const list = [...missing]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([one, containers]) => `${one} for: ${containers.toSorted().join(',')}`)
  const why = `failed quota: ${nameOf(quota)}: must specify ${list.join('; ')}`
  throw forbidden(served.resource, name, why)
}

/** Until what is used has been counted once, nobody knows what is left. */
function checkKnown(request: AdmissionRequest, quota: JsonObject, names: readonly string[]): void {
  const used = resourcesIn(fieldOf(quota, 'status'), 'used')
  const unknown = names.filter((name) => !used.has(name))
  if (unknown.length === 0) return
  const list = names.toSorted().join(',')
  const why = `status unknown for quota: ${nameOf(quota)}, resources: ${list}`
  throw forbidden(request.served.resource, request.name, why)
}

async function book(
  request: AdmissionRequest,
  registry: Registry,
  name: string,
  needed: ResourceList,
): Promise<void> {
  const own = registry.catalogue.find('', 'v1', 'resourcequotas')
  if (own === undefined) return
  const context = { ...systemContext(own, request.namespace, 'status'), dryRun: request.dryRun }
  const transform = (old: JsonObject | undefined): Draft => {
    const draft = draftOf(old ?? {})
    const status = fieldOf(draft, 'status')
    const used = resourcesIn(status, 'used')
    const after = addLists(used, needed)
    refuseExcess(request, name, { status, used, after, needed })
    ensureChild(draft, 'status')['used'] = writeList(after)
    noteBooking(registry, request.namespace)
    return draft
  }
  await updateObject(registry, context, name, {
    transform,
    options: { mayCreate: false, isApply: false },
  })
}

function refuseExcess(
  request: AdmissionRequest,
  quotaName: string,
  found: {
    readonly status: Json | undefined
    readonly used: ResourceList
    readonly after: ResourceList
    readonly needed: ResourceList
  },
): void {
  const { used, after, needed } = found
  const hard = resourcesIn(found.status, 'hard')
  const exceeded = [...needed.keys()].filter((name) => {
    const [most, sum] = [hard.get(name), after.get(name)]
    return most !== undefined && sum !== undefined && compareQuantities(sum, most) > 0
  })
  if (exceeded.length === 0) return
  const only = (list: ResourceList) =>
    showList(new Map([...list].filter(([name]) => exceeded.includes(name))))
  const why = `exceeded quota: ${quotaName}, requested: ${only(needed)}, used: ${only(used)}, limited: ${only(hard)}`
  throw forbidden(request.served.resource, request.name, why)
}
