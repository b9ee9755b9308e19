/**
 * Kinds that do not need one another, in Helm's order of installation. Inside a wave all objects go at
 * once; the next one starts when all of it is there.
 */
const waves: readonly (readonly string[])[] = [
  ['PriorityClass', 'Namespace'],
  ['CustomResourceDefinition'],
  [
    'NetworkPolicy',
    'ResourceQuota',
    'LimitRange',
    'PodSecurityPolicy',
    'PodDisruptionBudget',
    'ServiceAccount',
    'Secret',
    'ConfigMap',
    'StorageClass',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'ClusterRole',
    'Role',
  ],
  // Who binds a role without holding its rights is asked for the role.
  ['ClusterRoleBinding', 'RoleBinding', 'Service'],
  [
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
  ],
  ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
]

const places = new Map(waves.flatMap((kinds, place) => kinds.map((kind) => [kind, place])))
const customKinds = waves.length

interface OfKind {
  readonly id: { readonly kind: string }
}

/** Objects in the waves in which they are applied, custom kinds last. */
export function wavesOf<T extends OfKind>(objects: readonly T[]): readonly (readonly T[])[] {
  return inOrder(objects, (place) => place)
}

/**
 * Objects in the waves in which they are deleted: custom objects first, while what cares for them is
 * still there, then the way they came, backwards.
 */
export function deletionWavesOf<T extends OfKind>(
  objects: readonly T[],
): readonly (readonly T[])[] {
  return inOrder(objects, (place) => -place)
}

function inOrder<T extends OfKind>(
  objects: readonly T[],
  rank: (place: number) => number,
): readonly (readonly T[])[] {
  const byPlace = Map.groupBy(objects, ({ id }) => places.get(id.kind) ?? customKinds)
  return [...byPlace].toSorted(([a], [b]) => rank(a) - rank(b)).map(([, wave]) => wave)
}
