import { equalJson, fieldOf } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import { draftOf, ensureChild, itemsOf, textIn, type Draft } from '../registry/draft.ts'
import type { Admission, AdmissionRequest } from '../registry/registry.ts'
import { forbidden } from '../status-errors.ts'

/** A pod gets the overhead and the nodes of its runtime class. */
export const runtimeClass: Admission = {
  name: 'RuntimeClass',
  mutate(request, registry) {
    const { served, subresource, operation, draft } = request
    if (served.bucket !== 'pods' || subresource !== '' || operation !== 'CREATE') return
    if (draft === undefined) return
    const spec = ensureChild(draft, 'spec')
    const asked = textIn(spec, 'runtimeClassName')
    if (asked === '') {
      if (spec['overhead'] !== undefined) {
        throw refusal(request, 'Pod Overhead set without corresponding RuntimeClass Overhead')
      }
      return
    }
    const found = registry.store.latest('node.k8s.io/runtimeclasses', asked)?.object
    if (found === undefined)
      throw refusal(request, `RuntimeClass ${JSON.stringify(asked)} not found`)
    const overhead = fieldOf(fieldOf(found, 'overhead'), 'podFixed')
    if (spec['overhead'] !== undefined && !equalJson(spec['overhead'], overhead)) {
      const why = "Pod's Overhead doesn't match RuntimeClass's defined Overhead"
      throw refusal(request, why)
    }
    const made = draftOf({ ...(overhead !== undefined && { overhead }) })
    Object.assign(spec, made)
    mergeScheduling(request, spec, draftOf({ scheduling: fieldOf(found, 'scheduling') ?? {} }))
  },
}

function mergeScheduling(request: AdmissionRequest, spec: Draft, wanted: Draft): void {
  const scheduling = ensureChild(wanted, 'scheduling')
  const nodes = Object.entries(ensureChild(scheduling, 'nodeSelector'))
  const selector = nodes.length === 0 ? {} : ensureChild(spec, 'nodeSelector')
  for (const [key, value] of nodes) {
    if (selector[key] !== undefined && selector[key] !== value) {
      throw refusal(request, `conflict: node selector ${key} is set to another value`)
    }
    selector[key] = value
  }
  const added = itemsOf(scheduling, 'tolerations')
  if (added.length === 0) return
  const known = listAt(spec, ['tolerations'])
  const fresh = added.filter((one) => !known.some((other) => equalJson(one, other)))
  spec['tolerations'] = [...itemsOf(spec, 'tolerations'), ...fresh]
}

function refusal({ served, name }: AdmissionRequest, why: string) {
  return forbidden(served.resource, name, `pod rejected: ${why}`)
}
