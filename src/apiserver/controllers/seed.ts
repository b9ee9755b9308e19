import { createObject } from '../registry/create.ts'
import table from '../kinds/bootstrap-objects.json' with { type: 'json' }
import type { JsonObject } from '../../objects/json.ts'
import { nameOf, textAt } from '../../objects/kube-object.ts'
import { draftOf, type Draft } from '../registry/draft.ts'
import { storedName } from '../registry/served.ts'
import { updateObject } from '../registry/update.ts'
import { timestamp, type Registry } from '../registry/registry.ts'
import {
  clusterRole,
  clusterRoleBinding,
  defaultBindings,
  defaultClusterRoles,
} from './default-roles.ts'
import { systemContext } from './system-user.ts'

const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system']
const roles = 'rbac.authorization.k8s.io'
const priorities: Readonly<Record<string, readonly [value: number, description: string]>> = {
  'system-cluster-critical': [
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ],
  'system-node-critical': [
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ],
}

/** How pods reach the server itself. */
const kubernetesService = {
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name: 'kubernetes', labels: { component: 'apiserver', provider: 'kubernetes' } },
  spec: {
    clusterIP: '10.0.0.1',
    ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  },
}

/** Makes what every cluster has from the beginning; what is there already is left alone. */
export async function seed(registry: Registry): Promise<void> {
  for (const name of namespaces) {
    await make(registry, ['', 'namespaces'], {
      kind: 'Namespace',
      apiVersion: 'v1',
      metadata: { name },
      spec: {},
      status: {},
    })
  }
  for (const [name, rules] of Object.entries(defaultClusterRoles())) {
    await make(registry, [roles, 'clusterroles'], clusterRole(name, rules))
  }
  for (const [name, groups] of Object.entries(defaultBindings)) {
    await make(registry, [roles, 'clusterrolebindings'], clusterRoleBinding(name, groups))
  }
  await make(registry, ['', 'services'], kubernetesService, 'default')
  for (const [name, [value, description]] of Object.entries(priorities)) {
    await make(registry, ['scheduling.k8s.io', 'priorityclasses'], {
      kind: 'PriorityClass',
      apiVersion: 'scheduling.k8s.io/v1',
      metadata: { name },
      value,
      description,
      preemptionPolicy: 'PreemptLowerPriority',
    })
  }
  // All at once, so that they share the wait for the disk.
  await Promise.all(recorded.map((object) => makeRecorded(registry, object)))
}

/**
 * The objects that the real server 1.36.3 makes at its first start: levels and schemas of flow
 * control, its own API services.
 */
const recorded = table as readonly JsonObject[]

async function makeRecorded(registry: Registry, object: JsonObject): Promise<void> {
  const served = registry.catalogue.findKind(
    textAt(object, ['apiVersion']),
    textAt(object, ['kind']),
  )
  const name = nameOf(object)
  if (served === undefined || registry.store.get(served.bucket, name) !== undefined) return
  const { group, resource } = served.resource
  await make(registry, [group, resource], draftOf(object))
  if (resource !== 'apiservices') return
  const context = systemContext(served, '', 'status')
  const status = { conditions: [{ ...available, lastTransitionTime: timestamp(registry) }] }
  const withStatus = (old: JsonObject | undefined) => draftOf({ ...(old ?? object), status })
  await updateObject(registry, context, name, {
    transform: withStatus,
    options: { mayCreate: false, isApply: false },
  })
}

const available = {
  type: 'Available',
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
}

async function make(
  registry: Registry,
  [group, resource]: readonly [group: string, resource: string],
  object: Draft,
  namespace = '',
): Promise<void> {
  const served = registry.catalogue.find(group, 'v1', resource)
  if (served === undefined) return
  const name = storedName(served, namespace, nameOf(object))
  if (registry.store.get(served.bucket, name) !== undefined) return
  const own = draftOf(object)
  served.strategy.complete?.(own)
  await createObject(registry, systemContext(served, namespace), own)
}
