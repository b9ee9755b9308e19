import { keyOf } from '../../controller/object-store.ts'
import {
  type KubeObject,
  labelsOf,
  listAt,
  namespaceOf,
  readPath,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import type { Delays } from '../delays.ts'
import type { Action } from '../engine/action.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller } from '../engine/controller.ts'
import { changedStatus, isDeleting } from '../engine/object-writing.ts'
import { isReady } from '../engine/pod-facts.ts'
import { itself, ownerOf } from '../engine/wakes.ts'
import { decideEndpoints } from './endpoints.ts'

const pause = 50

/** Services know the addresses of their pods. */
export function endpointsController(): Controller {
  return {
    name: 'endpoints-controller',
    manager: 'kube-controller-manager',
    component: 'endpoint-slice-controller',
    pause,
    wakes: {
      services: itself,
      endpointSlices: ownerOf('Service'),
      pods: (change, view) => {
        const { object, type } = change
        const isNews = type !== 'modified' || isOtherEndpoint(change.before, object)
        return isNews ? selecting(object, view) : []
      },
    },
    decide: (key, view) => {
      const service = view.get('services', key)
      if (service === undefined) return orphaned(key, view)
      return decideEndpoints({
        service,
        pods: selectedBy(service, view),
        endpoints: view.get('endpoints', key),
        slices: view.owned('endpointSlices', uidOf(service)),
      })
    },
  }
}

/** Load balancers get addresses. */
export function loadBalancerController(delays: Delays): Controller {
  return {
    name: 'service-controller',
    manager: 'kube-controller-manager',
    component: 'service-controller',
    pause: delays.address,
    wakes: { services: itself },
    decide: (key, view) => {
      const service = view.get('services', key)
      if (service === undefined || isDeleting(service)) return []
      const has = listAt(service, ['status', 'loadBalancer', 'ingress']).length > 0
      const wants = textAt(service, ['spec', 'type']) === 'LoadBalancer'
      if (has === wants) return []
      const ingress = [{ ip: addressFor(uidOf(service)), ipMode: 'VIP' }]
      const status = { loadBalancer: wants ? { ingress } : {} }
      const message = wants ? 'Ensured load balancer' : 'Deleted load balancer'
      const reason = wants ? 'EnsuredLoadBalancer' : 'DeletedLoadBalancer'
      const told = { about: service, type: 'Normal', reason, message } as const
      return [...changedStatus('services', service, status), { do: 'tell', told }]
    },
  }
}

/** Ingresses get an address. */
export function ingressController(delays: Delays): Controller {
  return {
    name: 'ingress-controller',
    manager: 'kube-controller-manager',
    component: 'sandbox-ingress-controller',
    pause: delays.address,
    wakes: { ingresses: itself },
    decide: (key, view) => {
      const ingress = view.get('ingresses', key)
      if (ingress === undefined || isDeleting(ingress)) return []
      const status = { loadBalancer: { ingress: [{ ip: addressFor('ingress') }] } }
      const written = changedStatus('ingresses', ingress, status)
      if (written.length === 0) return []
      const told = {
        about: ingress,
        type: 'Normal',
        reason: 'Sync',
        message: 'Scheduled for sync',
      } as const
      return [...written, { do: 'tell', told }]
    },
  }
}

function isOtherEndpoint(before: KubeObject, after: KubeObject): boolean {
  const parts = [before, after].map((pod) =>
    [
      isReady(pod),
      isDeleting(pod),
      textAt(pod, ['status', 'podIP']),
      textAt(pod, ['status', 'phase']),
      JSON.stringify(pod.metadata['labels'] ?? {}),
    ].join(),
  )
  return parts[0] !== parts[1]
}

// Endpoints have no owner; the slices of a service go with it.
function orphaned(key: string, view: ClusterView): readonly Action[] {
  const endpoints = view.get('endpoints', key)
  const isOurs =
    endpoints !== undefined &&
    labelsOf(endpoints)['endpoints.kubernetes.io/managed-by'] === 'endpoint-controller'
  return isOurs ? [{ do: 'delete', in: 'endpoints', object: endpoints }] : []
}

function selecting(pod: KubeObject, view: ClusterView): readonly string[] {
  const labels = labelsOf(pod)
  const namespace = namespaceOf(pod)
  const found = new Set<string>()
  for (const [name, value] of Object.entries(labels)) {
    for (const service of view.servicesFor(namespace, name, value)) {
      if (selects(service, labels)) found.add(keyOf(service))
    }
  }
  return [...found]
}

function selectedBy(service: KubeObject, view: ClusterView): readonly KubeObject[] {
  const [first] = selectorOf(service)
  if (first === undefined) return []
  return view
    .podsWithLabel(namespaceOf(service), first[0], first[1])
    .filter((pod) => selects(service, labelsOf(pod)))
}

function selects(service: KubeObject, labels: Readonly<Record<string, string>>): boolean {
  const selector = selectorOf(service)
  return selector.length > 0 && selector.every(([name, value]) => labels[name] === value)
}

function selectorOf(service: KubeObject): readonly (readonly [string, string])[] {
  const selector = readPath(service, ['spec', 'selector'])
  return typeof selector === 'object' && selector !== null
    ? Object.entries(selector as Readonly<Record<string, string>>)
    : []
}

/** An address at which something would be reached from outside, always the same for the same text. */
function addressFor(text: string): string {
  let sum = 7
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 62_500
  return `172.19.${Math.floor(sum / 250)}.${(sum % 250) + 2}`
}
