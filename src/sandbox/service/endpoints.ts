import { type Json, type JsonObject, equalJson, isJsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  listAt,
  nameOf,
  namespaceOf,
  numberAt,
  readPath,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import { controllerReference, isDeleting } from '../engine/object-writing.ts'
import { isReady, phaseOf } from '../engine/pod-facts.ts'

export interface ServiceSeen {
  readonly service: KubeObject
  /** The pods that it selects. */
  readonly pods: readonly KubeObject[]
  readonly endpoints: KubeObject | undefined
  readonly slices: readonly KubeObject[]
}

interface Port {
  readonly name: string
  readonly port: number
  readonly protocol: string
  readonly appProtocol: string
}

/** As many addresses as one slice of the real controller holds. */
const sliceSize = 100
const manager = 'endpointslice-controller.k8s.io'

/** Decides how to write the addresses of a service, in both forms that there are. */
export function decideEndpoints(seen: ServiceSeen): readonly Action[] {
  const { service } = seen
  if (isDeleting(service) || readPath(service, ['spec', 'selector']) === undefined) return []
  if (textAt(service, ['spec', 'type']) === 'ExternalName') return []
  const pods = seen.pods
    .filter((pod) => textAt(pod, ['status', 'podIP']) !== '' && !isOver(pod))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return [...oldForm(seen, pods), ...newForm(seen, pods)]
}

function isOver(pod: KubeObject): boolean {
  return ['Succeeded', 'Failed'].includes(phaseOf(pod))
}

function counts(service: KubeObject, pod: KubeObject): boolean {
  return isReady(pod) || readPath(service, ['spec', 'publishNotReadyAddresses']) === true
}

function oldForm(
  { service, endpoints }: ServiceSeen,
  pods: readonly KubeObject[],
): readonly Action[] {
  const live = pods.filter((pod) => !isDeleting(pod))
  const byPorts = Map.groupBy(live, (pod) => JSON.stringify(portsOf(service, pod)))
  const subsets = [...byPorts].map(([ports, group]): JsonObject => {
    const good = group.filter((pod) => counts(service, pod)).map(addressOf)
    const bad = group.filter((pod) => !counts(service, pod)).map(addressOf)
    const list = (JSON.parse(ports) as readonly Port[]).map(writePort)
    return {
      ...(good.length > 0 && { addresses: good }),
      ...(bad.length > 0 && { notReadyAddresses: bad }),
      ...(list.length > 0 && { ports: list }),
    }
  })
  const labels = {
    ...labelsOf(service),
    'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
    ...(isHeadless(service) && { 'service.kubernetes.io/headless': '' }),
  }
  if (endpoints === undefined) {
    const metadata = { name: nameOf(service), namespace: namespaceOf(service), labels }
    const object = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata,
      ...(subsets.length > 0 && { subsets }),
    }
    return [{ do: 'create', in: 'endpoints', object }]
  }
  if (
    equalJson(listAt(endpoints, ['subsets']), subsets) &&
    equalJson(labelsOf(endpoints), labels)
  ) {
    return []
  }
  const { subsets: _, ...rest } = endpoints
  const metadata = { ...endpoints.metadata, labels }
  const object = { ...rest, metadata, ...(subsets.length > 0 && { subsets }) } as KubeObject
  return [{ do: 'write', in: 'endpoints', object }]
}

function newForm({ service, slices }: ServiceSeen, pods: readonly KubeObject[]): readonly Action[] {
  const own = slices.filter((slice) => !isDeleting(slice))
  const byPorts = Map.groupBy(pods, (pod) => JSON.stringify(portsOf(service, pod)))
  // A service without a pod has one empty slice all the same.
  if (byPorts.size === 0) byPorts.set('[]', [])
  const wanted = [...byPorts].flatMap(([ports, group]) =>
    chunks(group, sliceSize).map((chunk) => ({
      endpoints: chunk.map((pod) => endpointOf(service, pod)),
      ports: (JSON.parse(ports) as readonly Port[]).map(writePort),
    })),
  )
  const actions = wanted.map((content, at): Action | undefined => {
    const slice = own[at]
    if (slice === undefined) {
      return { do: 'create', in: 'endpointSlices', object: newSlice(service, content) }
    }
    const isSame =
      equalJson(listAt(slice, ['endpoints']), content.endpoints) &&
      equalJson(listAt(slice, ['ports']), content.ports)
    return isSame
      ? undefined
      : { do: 'write', in: 'endpointSlices', object: { ...slice, ...content } }
  })
  const surplus = own
    .slice(wanted.length)
    .map((object): Action => ({ do: 'delete', in: 'endpointSlices', object }))
  return [...actions.filter((action) => action !== undefined), ...surplus]
}

function newSlice(service: KubeObject, content: JsonObject): KubeObject {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${nameOf(service)}-`,
      namespace: namespaceOf(service),
      labels: {
        ...labelsOf(service),
        'endpointslice.kubernetes.io/managed-by': manager,
        'kubernetes.io/service-name': nameOf(service),
        ...(isHeadless(service) && { 'service.kubernetes.io/headless': '' }),
      },
      ownerReferences: [controllerReference(service)],
    },
    addressType: 'IPv4',
    ...content,
  }
}

function endpointOf(service: KubeObject, pod: KubeObject): JsonObject {
  const isGoing = isDeleting(pod)
  return {
    addresses: [textAt(pod, ['status', 'podIP'])],
    conditions: {
      ready: counts(service, pod) && !isGoing,
      serving: isReady(pod),
      terminating: isGoing,
    },
    ...(hostnameOf(pod) !== '' && { hostname: hostnameOf(pod) }),
    targetRef: targetOf(pod),
    nodeName: textAt(pod, ['spec', 'nodeName']),
  }
}

function addressOf(pod: KubeObject): JsonObject {
  return {
    ip: textAt(pod, ['status', 'podIP']),
    ...(hostnameOf(pod) !== '' && { hostname: hostnameOf(pod) }),
    nodeName: textAt(pod, ['spec', 'nodeName']),
    targetRef: targetOf(pod),
  }
}

function targetOf(pod: KubeObject): JsonObject {
  return { kind: 'Pod', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod) }
}

// Only the pods of a set have names in DNS.
function hostnameOf(pod: KubeObject): string {
  return textAt(pod, ['spec', 'subdomain']) === '' ? '' : textAt(pod, ['spec', 'hostname'])
}

function isHeadless(service: KubeObject): boolean {
  return textAt(service, ['spec', 'clusterIP']) === 'None'
}

function portsOf(service: KubeObject, pod: KubeObject): readonly Port[] {
  return listAt(service, ['spec', 'ports']).flatMap((port) => {
    const number = portOf(port, pod)
    if (number === undefined) return []
    return [
      {
        name: textAt(port, ['name']),
        port: number,
        protocol: textAt(port, ['protocol']) || 'TCP',
        appProtocol: textAt(port, ['appProtocol']),
      },
    ]
  })
}

/** The number of the port in the pod; a name is looked for in its containers. */
function portOf(port: Json, pod: KubeObject): number | undefined {
  const target = readPath(port, ['targetPort'])
  if (typeof target !== 'string') return numberAt(port, ['targetPort']) ?? numberAt(port, ['port'])
  const all = [
    ...listAt(pod, ['spec', 'containers']),
    ...listAt(pod, ['spec', 'initContainers']),
  ].flatMap((container) => listAt(container, ['ports']))
  return numberAt(
    all.find((one) => isJsonObject(one) && one['name'] === target),
    ['containerPort'],
  )
}

function writePort({ name, port, protocol, appProtocol }: Port): JsonObject {
  return { name, port, protocol, ...(appProtocol !== '' && { appProtocol }) }
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (items.length <= size) return [items]
  return [items.slice(0, size), ...chunks(items.slice(size), size)]
}
