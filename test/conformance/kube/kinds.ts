import { type Kind, Resource } from './resource.ts'

/** The kinds that rows are about. Widgets, gadgets and gizmos are custom ones, see fixtures.ts. */
const kinds = {
  configMap: core('ConfigMap', 'configmaps'),
  secret: core('Secret', 'secrets'),
  service: core('Service', 'services'),
  pod: core('Pod', 'pods'),
  serviceAccount: core('ServiceAccount', 'serviceaccounts'),
  limitRange: core('LimitRange', 'limitranges'),
  quota: core('ResourceQuota', 'resourcequotas'),
  claim: core('PersistentVolumeClaim', 'persistentvolumeclaims'),
  endpoints: core('Endpoints', 'endpoints'),
  deployment: grouped('apps/v1', 'Deployment', 'deployments'),
  statefulSet: grouped('apps/v1', 'StatefulSet', 'statefulsets'),
  daemonSet: grouped('apps/v1', 'DaemonSet', 'daemonsets'),
  job: grouped('batch/v1', 'Job', 'jobs'),
  cronJob: grouped('batch/v1', 'CronJob', 'cronjobs'),
  ingress: grouped('networking.k8s.io/v1', 'Ingress', 'ingresses'),
  networkPolicy: grouped('networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies'),
  role: grouped('rbac.authorization.k8s.io/v1', 'Role', 'roles'),
  roleBinding: grouped('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings'),
  autoscaler: grouped('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
  budget: grouped('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets'),
  lease: grouped('coordination.k8s.io/v1', 'Lease', 'leases'),
  slice: grouped('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices'),
  widget: grouped('fixtures.example.com/v1', 'Widget', 'widgets'),
  gadget: grouped('fixtures.example.com/v1', 'Gadget', 'gadgets'),
  gizmo: grouped('fixtures.example.com/v1', 'Gizmo', 'gizmos'),
  oldGizmo: grouped('fixtures.example.com/v1beta1', 'Gizmo', 'gizmos'),
} as const

/** One object of a kind, named `one`. */
export function a(kind: keyof typeof kinds): Resource {
  return new Resource(kinds[kind])
}

/** An object of a kind without a namespace; its name begins with the row's own. */
export function cluster(apiVersion: string, kind: string, plural: string): Resource {
  const prefix = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  return new Resource({ apiVersion, kind, path: `${prefix}/${plural}` }, '{id}')
}

/** An object of a kind that a row defines itself, in the group `{id}.example.com`. */
export function custom(version: string, kind: string, plural: string): Resource {
  return new Resource(grouped(`{id}.example.com/${version}`, kind, plural))
}

function core(kind: string, plural: string): Kind {
  return { apiVersion: 'v1', kind, path: `/api/v1/namespaces/{id}/${plural}` }
}

function grouped(apiVersion: string, kind: string, plural: string): Kind {
  return { apiVersion, kind, path: `/apis/${apiVersion}/namespaces/{id}/${plural}` }
}
