import type { ApiResource } from '../kube/api-resource.ts'

// The kinds that the simulator looks at or writes.

export const resources = {
  pods: core('pods', 'Pod'),
  namespaces: { ...core('namespaces', 'Namespace'), namespaced: false },
  nodes: { ...core('nodes', 'Node'), namespaced: false },
  services: core('services', 'Service'),
  endpoints: core('endpoints', 'Endpoints'),
  events: core('events', 'Event'),
  persistentVolumeClaims: core('persistentvolumeclaims', 'PersistentVolumeClaim'),
  persistentVolumes: { ...core('persistentvolumes', 'PersistentVolume'), namespaced: false },
  replicationControllers: core('replicationcontrollers', 'ReplicationController'),
  deployments: grouped('apps', 'deployments', 'Deployment'),
  replicaSets: grouped('apps', 'replicasets', 'ReplicaSet'),
  statefulSets: grouped('apps', 'statefulsets', 'StatefulSet'),
  daemonSets: grouped('apps', 'daemonsets', 'DaemonSet'),
  controllerRevisions: grouped('apps', 'controllerrevisions', 'ControllerRevision'),
  jobs: grouped('batch', 'jobs', 'Job'),
  cronJobs: grouped('batch', 'cronjobs', 'CronJob'),
  leases: grouped('coordination.k8s.io', 'leases', 'Lease'),
  endpointSlices: grouped('discovery.k8s.io', 'endpointslices', 'EndpointSlice'),
  ingresses: grouped('networking.k8s.io', 'ingresses', 'Ingress'),
  disruptionBudgets: grouped('policy', 'poddisruptionbudgets', 'PodDisruptionBudget'),
  storageClasses: {
    ...grouped('storage.k8s.io', 'storageclasses', 'StorageClass'),
    namespaced: false,
  },
  autoscalers: {
    ...grouped('autoscaling', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
    version: 'v2',
  },
} as const satisfies Readonly<Record<string, ApiResource>>

/** One of them, by its name here. */
export type ResourceName = keyof typeof resources

function core(resource: string, kind: string): ApiResource {
  return { group: '', version: 'v1', resource, kind, namespaced: true }
}

function grouped(group: string, resource: string, kind: string): ApiResource {
  return { group, version: 'v1', resource, kind, namespaced: true }
}
