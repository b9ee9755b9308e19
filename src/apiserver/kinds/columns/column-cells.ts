import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import {
  conditionsOf,
  labelsOf,
  listAt,
  numberAt,
  readPath,
  textAt,
} from '../../../objects/kube-object.ts'
import { ObjectsError } from '../../../objects/errors.ts'
import { printLabelSelector } from '../../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../../objects/selector/read-label-selector.ts'
import { ageOf, shortDuration } from '../../registry/table.ts'
import { networkCells } from './network-cells.ts'
import { podRestarts, podState } from './pod-state.ts'
import { policyCells } from './policy-cells.ts'

type Cell = (object: JsonObject, now: Date) => Json

const none = '<none>'
const at =
  (...path: readonly string[]): Cell =>
  (object) =>
    textAt(object, path) || none
const count =
  (...path: readonly string[]): Cell =>
  (object) =>
    numberAt(object, path) ?? 0
const counted =
  (...path: readonly string[]): Cell =>
  (object) =>
    String(numberAt(object, path) ?? 0)

const templated: Readonly<Record<string, Cell>> = {
  Containers: (object) =>
    containersIn(object)
      .map((one) => textAt(one, ['name']))
      .join(','),
  Images: (object) =>
    containersIn(object)
      .map((one) => textAt(one, ['image']))
      .join(','),
  Selector: (object) => selectorIn(object),
}

const bound: Readonly<Record<string, Cell>> = {
  Role: (object) => `${textAt(object, ['roleRef', 'kind'])}/${textAt(object, ['roleRef', 'name'])}`,
  Users: (object) => subjectsIn(object, 'User'),
  Groups: (object) => subjectsIn(object, 'Group'),
  ServiceAccounts: (object) => subjectsIn(object, 'ServiceAccount'),
}

const cells: Readonly<Record<string, Readonly<Record<string, Cell>>>> = {
  pods: {
    Ready: (pod) => podState(pod).ready,
    Status: (pod) => podState(pod).reason,
    Restarts: (pod, now) => podRestarts(pod, now),
    IP: at('status', 'podIP'),
    Node: at('spec', 'nodeName'),
    'Readiness Gates': gatesOf,
    'Nominated Node': at('status', 'nominatedNodeName'),
  },
  'deployments.apps': {
    Ready: ratio(['status', 'readyReplicas'], ['spec', 'replicas']),
    'Up-to-date': counted('status', 'updatedReplicas'),
    Available: counted('status', 'availableReplicas'),
    ...templated,
  },
  'replicasets.apps': {
    Desired: count('spec', 'replicas'),
    Current: count('status', 'replicas'),
    Ready: count('status', 'readyReplicas'),
    ...templated,
  },
  'statefulsets.apps': {
    Ready: ratio(['status', 'readyReplicas'], ['spec', 'replicas']),
    ...templated,
  },
  'daemonsets.apps': {
    Desired: count('status', 'desiredNumberScheduled'),
    Current: count('status', 'currentNumberScheduled'),
    Ready: count('status', 'numberReady'),
    'Up-to-date': count('status', 'updatedNumberScheduled'),
    Available: count('status', 'numberAvailable'),
    'Node Selector': (object) =>
      pairs(readPath(object, ['spec', 'template', 'spec', 'nodeSelector'])),
    ...templated,
  },
  'jobs.batch': {
    Status: (job) => jobStatus(job),
    Completions: (job) =>
      `${numberAt(job, ['status', 'succeeded']) ?? 0}/${numberAt(job, ['spec', 'completions']) ?? 1}`,
    Duration: (job, now) => jobDuration(job, now),
    ...templated,
  },
  'cronjobs.batch': {
    Schedule: at('spec', 'schedule'),
    Timezone: at('spec', 'timeZone'),
    Suspend: (object) => (readPath(object, ['spec', 'suspend']) === true ? 'True' : 'False'),
    Active: (object) => listAt(object, ['status', 'active']).length,
    'Last Schedule': (object, now) => {
      const last = readPath(object, ['status', 'lastScheduleTime'])
      return last === undefined ? none : ageOf(last, now)
    },
    ...templated,
  },
  services: {
    Type: at('spec', 'type'),
    'Cluster-IP': at('spec', 'clusterIP'),
    'External-IP': (service) => externalAddress(service),
    'Port(s)': (service) => listAt(service, ['spec', 'ports']).map(portText).join(',') || none,
    Selector: (service) => pairs(readPath(service, ['spec', 'selector'])),
  },
  configmaps: { Data: (map) => sizeOf(map, 'data') + sizeOf(map, 'binaryData') },
  secrets: { Type: at('type'), Data: (secret) => sizeOf(secret, 'data') },
  namespaces: { Status: at('status', 'phase') },
  nodes: {
    Status: (node) => nodeStatus(node),
    Roles: (node) => nodeRoles(node),
    Version: at('status', 'nodeInfo', 'kubeletVersion'),
    'Internal-IP': (node) => nodeAddress(node, 'InternalIP'),
    'External-IP': (node) => nodeAddress(node, 'ExternalIP'),
    'OS-Image': at('status', 'nodeInfo', 'osImage'),
    'Kernel-Version': at('status', 'nodeInfo', 'kernelVersion'),
    'Container-Runtime': at('status', 'nodeInfo', 'containerRuntimeVersion'),
  },
  'ingresses.networking.k8s.io': {
    Class: at('spec', 'ingressClassName'),
    Hosts: (ingress) =>
      listAt(ingress, ['spec', 'rules'])
        .map((rule) => textAt(rule, ['host']) || '*')
        .join(',') || '*',
    Address: (ingress) => addresses(ingress),
    Ports: (ingress) => (listAt(ingress, ['spec', 'tls']).length > 0 ? '80, 443' : '80'),
  },
  persistentvolumeclaims: {
    Status: at('status', 'phase'),
    Volume: (claim) => textAt(claim, ['spec', 'volumeName']),
    Capacity: (claim) => textAt(claim, ['status', 'capacity', 'storage']),
    'Access Modes': (claim) => textsAt(claim, ['status', 'accessModes']),
    StorageClass: (claim) => textAt(claim, ['spec', 'storageClassName']),
    VolumeAttributesClass: () => '<unset>',
    VolumeMode: at('spec', 'volumeMode'),
  },
  events: {
    'Last Seen': (event, now) => ageOf(lastSeen(event), now),
    Type: at('type'),
    Reason: at('reason'),
    Object: (event) =>
      `${textAt(event, ['involvedObject', 'kind']).toLowerCase()}/${textAt(event, ['involvedObject', 'name'])}`,
    Source: sourceOf,
    Subobject: (event) => textAt(event, ['involvedObject', 'fieldPath']),
    Message: (event) => textAt(event, ['message']).trim(),
    'First Seen': (event, now) => ageOf(firstSeen(event), now),
    Count: (event) => numberAt(event, ['series', 'count']) ?? (numberAt(event, ['count']) || 1),
    Name: (event) => textAt(event, ['metadata', 'name']),
  },
  'leases.coordination.k8s.io': { Holder: (lease) => textAt(lease, ['spec', 'holderIdentity']) },
  'storageclasses.storage.k8s.io': {
    Provisioner: at('provisioner'),
    ReclaimPolicy: at('reclaimPolicy'),
    VolumeBindingMode: at('volumeBindingMode'),
    AllowVolumeExpansion: (one) => fieldOf(one, 'allowVolumeExpansion') === true,
  },
  'rolebindings.rbac.authorization.k8s.io': bound,
  'clusterrolebindings.rbac.authorization.k8s.io': bound,
}

/** How the cells of a kind are found, by the name of the column. */
export function cellsOf(key: string): Readonly<Record<string, Cell>> {
  return cells[key] ?? networkCells[key] ?? policyCells[key] ?? {}
}

// Events of the newer API have one exact time, and one more if they are counted.
function firstSeen(event: JsonObject): Json | undefined {
  return readPath(event, ['firstTimestamp']) ?? readPath(event, ['eventTime'])
}

function lastSeen(event: JsonObject): Json | undefined {
  const counted = readPath(event, ['series', 'lastObservedTime'])
  return counted ?? readPath(event, ['lastTimestamp']) ?? firstSeen(event)
}

function sourceOf(event: JsonObject): string {
  const component = textAt(event, ['source', 'component']) || textAt(event, ['reportingComponent'])
  const host = textAt(event, ['source', 'host']) || textAt(event, ['reportingInstance'])
  return host === '' ? component : `${component}, ${host}`
}

function nodeAddress(node: JsonObject, type: string): string {
  const address = listAt(node, ['status', 'addresses']).find(
    (one) => textAt(one, ['type']) === type,
  )
  return textAt(address, ['address']) || none
}

function ratio(part: readonly string[], whole: readonly string[]): Cell {
  return (object) => `${numberAt(object, part) ?? 0}/${numberAt(object, whole) ?? 0}`
}

function containersIn(object: JsonObject): readonly Json[] {
  const path = ['template', 'spec', 'containers']
  const direct = listAt(object, ['spec', ...path])
  return direct.length > 0 ? direct : listAt(object, ['spec', 'jobTemplate', 'spec', ...path])
}

function selectorIn(object: JsonObject): string {
  const selector = readPath(object, ['spec', 'selector'])
  if (selector === undefined) return none
  try {
    return printLabelSelector(readLabelSelector(selector)) || none
  } catch (error) {
    if (error instanceof ObjectsError) return none
    throw error
  }
}

/** How many of the conditions that a pod waits for are there. */
function gatesOf(pod: JsonObject): string {
  const gates = listAt(pod, ['spec', 'readinessGates'])
  if (gates.length === 0) return none
  const isMet = new Set(
    conditionsOf(pod).flatMap(({ type, status }) => (status === 'True' ? [type] : [])),
  )
  const met = gates.filter((gate) => isMet.has(textAt(gate, ['conditionType'])))
  return `${met.length}/${gates.length}`
}

function pairs(map: Json | undefined): string {
  if (!isJsonObject(map)) return none
  const texts = Object.entries(map).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : ''}`,
  )
  return texts.toSorted().join(',') || none
}

function subjectsIn(object: JsonObject, kind: string): string {
  const subjects = listAt(object, ['subjects']).filter((one) => textAt(one, ['kind']) === kind)
  const names = subjects.map((one) =>
    kind === 'ServiceAccount'
      ? `${textAt(one, ['namespace'])}/${textAt(one, ['name'])}`
      : textAt(one, ['name']),
  )
  return names.join(', ')
}

function sizeOf(object: JsonObject, field: string): number {
  const value = fieldOf(object, field)
  return isJsonObject(value) ? Object.keys(value).length : 0
}

function jobStatus(job: JsonObject): string {
  const found = conditionsOf(job).find(
    ({ type, status }) => status === 'True' && ['Complete', 'Failed', 'Suspended'].includes(type),
  )
  return found?.type ?? 'Running'
}

function jobDuration(job: JsonObject, now: Date): string {
  const start = textAt(job, ['status', 'startTime'])
  if (start === '') return ''
  const end = textAt(job, ['status', 'completionTime'])
  const until = end === '' ? now.getTime() : Date.parse(end)
  return shortDuration(Math.floor((until - Date.parse(start)) / 1000))
}

function externalAddress(service: JsonObject): string {
  const type = textAt(service, ['spec', 'type'])
  if (type === 'ExternalName') return textAt(service, ['spec', 'externalName'])
  const given = textsAt(service, ['spec', 'externalIPs'])
  if (type !== 'LoadBalancer') return given || none
  return addresses(service) || given || '<pending>'
}

function addresses(object: JsonObject): string {
  const list = listAt(object, ['status', 'loadBalancer', 'ingress'])
  return list.map((one) => textAt(one, ['ip']) || textAt(one, ['hostname'])).join(',')
}

function portText(port: Json): string {
  const node = numberAt(port, ['nodePort'])
  const number = numberAt(port, ['port']) ?? 0
  return `${number}${node === undefined ? '' : `:${node}`}/${textAt(port, ['protocol'])}`
}

function nodeStatus(node: JsonObject): string {
  const ready = conditionsOf(node).find(({ type }) => type === 'Ready')
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  const isClosed = readPath(node, ['spec', 'unschedulable']) === true
  return isClosed ? `${word},SchedulingDisabled` : word
}

function nodeRoles(node: JsonObject): string {
  const prefix = 'node-role.kubernetes.io/'
  const roles = Object.keys(labelsOf(node)).filter((label) => label.startsWith(prefix))
  return (
    roles
      .map((label) => label.slice(prefix.length))
      .toSorted()
      .join(',') || none
  )
}

function textsAt(object: JsonObject, path: readonly string[]): string {
  return listAt(object, path)
    .filter((one) => typeof one === 'string')
    .join(',')
}
