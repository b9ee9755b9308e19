import { compareStrings } from '../../formats/go-string.ts'

const installOrder = [
  'PriorityClass',
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]

const places = new Map(installOrder.map((kind, place) => [kind, place]))

/** The place of a kind in Helm's order of installation; undefined for kinds that Helm does not know. */
export function installPlace(kind: string): number | undefined {
  return places.get(kind)
}

/** Helm's order of installation: known kinds by the list, then unknown ones by name; ties keep their order. */
export function sortByKind<T extends { readonly kind: string }>(objects: readonly T[]): T[] {
  return objects.toSorted((a, b) => {
    const first = places.get(a.kind)
    const second = places.get(b.kind)
    if (first === undefined && second === undefined) return compareStrings(a.kind, b.kind)
    return (first ?? places.size) - (second ?? places.size)
  })
}
