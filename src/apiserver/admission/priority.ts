import { fieldOf, type Json, type JsonObject } from '../../objects/json.ts'
import { nameOf, numberAt, textAt } from '../../objects/kube-object.ts'
import { childOf, ensureChild, textIn, type Draft } from '../registry/draft.ts'
import type { Admission, AdmissionRequest, Registry } from '../registry/registry.ts'
import { forbidden } from '../status-errors.ts'

const bucket = 'scheduling.k8s.io/priorityclasses'

/** Pods get their priority from its class; one class at most is the default. */
export const priority: Admission = {
  name: 'Priority',
  mutate(request, registry) {
    const { served, subresource, operation, draft, old } = request
    if (served.bucket !== 'pods' || subresource !== '' || draft === undefined) return
    const spec = ensureChild(draft, 'spec')
    if (operation === 'UPDATE') keepPriority(spec, childOf(old as Draft | undefined, 'spec'))
    else setPriority(request, spec, registry)
  },
  validate(request, registry) {
    const { served, subresource, operation, draft, name } = request
    if (served.bucket !== bucket || subresource !== '' || operation === 'DELETE') return
    if (draft?.['globalDefault'] !== true) return
    const known = defaultClass(registry)
    if (known === undefined || (operation === 'UPDATE' && nameOf(known) === name)) return
    const why = `PriorityClass ${nameOf(known)} is already marked as default. Only one default can exist`
    throw forbidden(served.resource, name, why)
  },
}

function keepPriority(spec: Draft, before: Draft | undefined): void {
  for (const field of ['priority', 'preemptionPolicy']) {
    const value = before?.[field]
    if (value !== undefined) spec[field] ??= value
  }
}

function setPriority(request: AdmissionRequest, spec: Draft, registry: Registry): void {
  const { served, name } = request
  const asked = textIn(spec, 'priorityClassName')
  const chosen = asked === '' ? defaultClass(registry) : classNamed(registry, asked)
  if (asked !== '' && chosen === undefined) {
    throw forbidden(served.resource, name, `no PriorityClass with name ${asked} was found`)
  }
  if (chosen !== undefined) spec['priorityClassName'] = nameOf(chosen)
  const value = numberAt(chosen, ['value']) ?? 0
  const given = spec['priority']
  if (given !== undefined && given !== null && given !== value) {
    const why = `the integer value of priority (${JSON.stringify(given)}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`
    throw forbidden(served.resource, name, why)
  }
  spec['priority'] = value
  const policy = textAt(chosen, ['preemptionPolicy']) || 'PreemptLowerPriority'
  const own = textIn(spec, 'preemptionPolicy')
  if (own !== '' && own !== policy) {
    const why = `the string value of PreemptionPolicy (${own}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`
    throw forbidden(served.resource, name, why)
  }
  spec['preemptionPolicy'] = policy
}

function classNamed(registry: Registry, name: string): JsonObject | undefined {
  return registry.store.latest(bucket, name)?.object as JsonObject | undefined
}

function valueOf(one: Json): number {
  return numberAt(one, ['value']) ?? 0
}

/** The lowest of those that are marked, should there be several. */
function defaultClass(registry: Registry): JsonObject | undefined {
  return registry.store
    .list(bucket, '')
    .map(({ object }) => object as JsonObject)
    .filter((one) => fieldOf(one, 'globalDefault') === true)
    .toSorted((a, b) => valueOf(a) - valueOf(b))[0]
}
