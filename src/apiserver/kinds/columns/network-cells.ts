import type { Json, JsonObject } from '../../../objects/json.ts'
import { listAt, numberAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { printLabelSelector } from '../../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../../objects/selector/read-label-selector.ts'

type Cells = Readonly<Record<string, (object: JsonObject) => Json>>

const none = '<none>'
/** So many addresses are shown of Endpoints and slices. */
const shown = 3

/** The cells of tables of the kinds that say where pods are reached. */
export const networkCells: Readonly<Record<string, Cells>> = {
  endpoints: { Endpoints: endpointsText },
  'endpointslices.discovery.k8s.io': {
    AddressType: (slice) => textAt(slice, ['addressType']),
    Ports: (slice) =>
      few(
        listAt(slice, ['ports']).map((port) => String(numberAt(port, ['port']) ?? '*')),
        '<unset>',
      ),
    Endpoints: (slice) =>
      few(
        listAt(slice, ['endpoints']).flatMap((endpoint) =>
          listAt(endpoint, ['addresses']).map((address) =>
            typeof address === 'string' ? address : '',
          ),
        ),
        '<unset>',
      ),
  },
  'networkpolicies.networking.k8s.io': {
    'Pod-Selector': (policy) =>
      printLabelSelector(readLabelSelector(readPath(policy, ['spec', 'podSelector']) ?? {})) ||
      none,
  },
  'ingressclasses.networking.k8s.io': {
    Controller: (one) => textAt(one, ['spec', 'controller']),
    Parameters: (one) => {
      const parameters = readPath(one, ['spec', 'parameters'])
      if (parameters === undefined) return none
      const [group, kind, name] = ['apiGroup', 'kind', 'name'].map((field) =>
        textAt(parameters, [field]),
      )
      return `${kind}${group === '' ? '' : `.${group}`}/${name}`
    },
  },
}

function endpointsText(endpoints: JsonObject): string {
  const all = listAt(endpoints, ['subsets']).flatMap((subset) => {
    const addresses = listAt(subset, ['addresses']).map((one) => textAt(one, ['ip']))
    const ports = listAt(subset, ['ports']).map((port) => numberAt(port, ['port']) ?? 0)
    if (ports.length === 0) return addresses
    return ports.flatMap((port) => addresses.map((address) => `${address}:${port}`))
  })
  if (all.length === 0) return none
  const more = all.length > shown ? ` + ${all.length - shown} more...` : ''
  return `${all.slice(0, shown).join(',')}${more}`
}

function few(all: readonly string[], otherwise: string): string {
  if (all.length === 0) return otherwise
  const more = all.length > shown ? ` + ${all.length - shown} more...` : ''
  return `${all.slice(0, shown).join(',')}${more}`
}
