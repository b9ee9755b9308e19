import { fieldOf, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import { printQuantity } from '../../objects/quantity/print-quantity.ts'
import { compareQuantities, milliValue, type Quantity } from '../../objects/quantity/quantity.ts'
import { ensureChild, itemsOf, textIn, type Draft } from '../registry/draft.ts'
import type { Admission, AdmissionRequest, Registry } from '../registry/registry.ts'
import { forbidden } from '../status-errors.ts'
import { podResources } from './pod-resources.ts'
import { resourcesIn, writeList, type ResourceList } from './resource-list.ts'

const annotation = 'kubernetes.io/limit-ranger'

/** Pods and claims stay within what the limit ranges of their namespace say, and get their defaults from them. */
export const limitRanger: Admission = {
  name: 'LimitRanger',
  mutate(request, registry) {
    if (!isConcerned(request) || request.served.bucket !== 'pods') return
    for (const range of rangesOf(request, registry)) fillFrom(range, request.draft ?? {})
  },
  validate(request, registry) {
    const { served, name, draft } = request
    if (!isConcerned(request) || draft === undefined) return
    for (const range of rangesOf(request, registry)) {
      const check = served.bucket === 'pods' ? podProblems : claimProblems
      const problems = [...new Set(listAt(range, ['spec', 'limits']).flatMap(check(draft)))]
      if (problems.length === 0) continue
      const why = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`
      throw forbidden(served.resource, name, why)
    }
  },
}

function isConcerned({ served, subresource, operation, draft, old }: AdmissionRequest): boolean {
  if (subresource !== '' || draft === undefined) return false
  if (textAt(old, ['metadata', 'deletionTimestamp']) !== '') return false
  if (served.bucket === 'pods') return operation === 'CREATE'
  return served.bucket === 'persistentvolumeclaims'
}

function rangesOf({ namespace }: AdmissionRequest, registry: Registry): readonly JsonObject[] {
  return registry.store
    .list('limitranges', `${namespace}/`)
    .map(({ object }) => object as JsonObject)
}

function fillFrom(range: JsonObject, pod: Draft): void {
  const defaults = { requests: new Map<string, Quantity>(), limits: new Map<string, Quantity>() }
  for (const limit of listAt(range, ['spec', 'limits'])) {
    if (textAt(limit, ['type']) !== 'Container') continue
    for (const [name, one] of resourcesIn(limit, 'defaultRequest')) defaults.requests.set(name, one)
    for (const [name, one] of resourcesIn(limit, 'default')) defaults.limits.set(name, one)
  }
  const spec = ensureChild(pod, 'spec')
  const set = [
    ...itemsOf(spec, 'containers').flatMap((one) => fillContainer(one, 'container', defaults)),
    ...itemsOf(spec, 'initContainers').flatMap((one) =>
      fillContainer(one, 'init container', defaults),
    ),
  ]
  if (set.length === 0) return
  const annotations = ensureChild(ensureChild(pod, 'metadata'), 'annotations')
  annotations[annotation] = `LimitRanger plugin set: ${set.join('; ')}`
}

function fillContainer(
  container: Draft,
  what: string,
  defaults: { readonly requests: ResourceList; readonly limits: ResourceList },
): readonly string[] {
  const set: string[] = []
  for (const which of ['requests', 'limits'] as const) {
    const given = [...defaults[which]]
    if (given.length === 0) continue
    const list = ensureChild(ensureChild(container, 'resources'), which)
    const missing = given.filter(([name]) => list[name] === undefined)
    Object.assign(list, writeList(new Map(missing)))
    if (missing.length === 0) continue
    const names = missing.map(([name]) => name).toSorted()
    const word = which === 'requests' ? 'request' : 'limit'
    set.push(`${names.join(', ')} ${word} for ${what} ${textIn(container, 'name')}`)
  }
  return set
}

function podProblems(pod: Draft): (limit: Json) => readonly string[] {
  const spec = fieldOf(pod, 'spec')
  return (limit) => {
    const type = textAt(limit, ['type'])
    if (type === 'Pod') {
      const [requests, limits] = [podResources(spec, 'requests'), podResources(spec, 'limits')]
      return problemsOf(limit, type, requests, limits)
    }
    if (type !== 'Container') return []
    const containers = [...listAt(spec, ['containers']), ...listAt(spec, ['initContainers'])]
    return containers.flatMap((container) => {
      const resources = fieldOf(container, 'resources')
      return problemsOf(
        limit,
        type,
        resourcesIn(resources, 'requests'),
        resourcesIn(resources, 'limits'),
      )
    })
  }
}

function problemsOf(
  limit: Json,
  type: string,
  requests: ResourceList,
  limits: ResourceList,
): readonly string[] {
  return [
    ...tooLittle(limit, type, requests, limits),
    ...[...resourcesIn(limit, 'max')].flatMap(([name, most]) => {
      const say = `maximum ${name} usage per ${type} is ${printQuantity(most)}`
      const [request, limited] = [requests.get(name), limits.get(name)]
      if (limited === undefined) return [`${say}.  No limit is specified`]
      if (compareQuantities(limited, most) > 0) {
        return [`${say}, but limit is ${printQuantity(limited)}`]
      }
      if (request === undefined || compareQuantities(request, most) <= 0) return []
      return [`${say}, but request is ${printQuantity(request)}`]
    }),
    ...[...resourcesIn(limit, 'maxLimitRequestRatio')].flatMap(([name, most]) =>
      ratioProblem(`${name} max limit to request ratio per ${type} is ${printQuantity(most)}`, {
        most,
        request: requests.get(name),
        limited: limits.get(name),
      }),
    ),
  ]
}

function tooLittle(
  limit: Json,
  type: string,
  requests: ResourceList,
  limits: ResourceList,
): readonly string[] {
  return [...resourcesIn(limit, 'min')].flatMap(([name, least]) => {
    const say = `minimum ${name} usage per ${type} is ${printQuantity(least)}`
    const [request, limited] = [requests.get(name), limits.get(name)]
    if (request === undefined) return [`${say}.  No request is specified`]
    if (compareQuantities(request, least) < 0) {
      return [`${say}, but request is ${printQuantity(request)}`]
    }
    if (limited === undefined || compareQuantities(limited, least) >= 0) return []
    return [`${say}, but limit is ${printQuantity(limited)}`]
  })
}

function ratioProblem(
  say: string,
  given: {
    readonly most: Quantity
    readonly request: Quantity | undefined
    readonly limited: Quantity | undefined
  },
): readonly string[] {
  const { most, request, limited } = given
  if (request === undefined || request.nanos === 0n) {
    return [`${say}, but no request is specified or request is 0`]
  }
  if (limited === undefined || limited.nanos === 0n) {
    return [`${say}, but no limit is specified or limit is 0`]
  }
  const ratio = Number(milliValue(limited)) / Number(milliValue(request))
  if (ratio * 1000 <= Number(milliValue(most))) return []
  return [`${say}, but provided ratio is ${ratio.toFixed(6)}`]
}

/** Claims have requests only. */
function claimProblems(claim: Draft): (limit: Json) => readonly string[] {
  const requests = resourcesIn(fieldOf(fieldOf(claim, 'spec'), 'resources'), 'requests')
  return (limit) => {
    const type = textAt(limit, ['type'])
    if (type !== 'PersistentVolumeClaim') return []
    return [
      ...tooLittle(limit, type, requests, new Map()),
      ...[...resourcesIn(limit, 'max')].flatMap(([name, most]) => {
        const say = `maximum ${name} usage per ${type} is ${printQuantity(most)}`
        const request = requests.get(name)
        if (request === undefined) return [`${say}.  No request is specified`]
        if (compareQuantities(request, most) <= 0) return []
        return [`${say}, but request is ${printQuantity(request)}`]
      }),
    ]
  }
}
