import type { KubeObject } from '../../objects/kube-object.ts'

export interface OperatorObjectsInput {
  /** The name of the package. */
  readonly name: string
  readonly namespace: string
  /** Where the cluster finds the image. */
  readonly image: string
  /** The kubeconfig of the administrator, for the shared folder. */
  readonly kubeconfig: string
}

const sharedFolder = '/var/run/outrigger/shared'

/**
 * The operator of a package as a workload beside the platform. Its account may see Clusters, write their status and hold
 * Leases; the shared folder has the kubeconfig of the administrator, as beside an installer.
 */
export function operatorObjects(input: OperatorObjectsInput): readonly KubeObject[] {
  const { name: packageName, namespace, image, kubeconfig } = input
  const name = `${packageName}-operator`
  const labels = {
    'app.kubernetes.io/part-of': 'outrigger',
    'app.kubernetes.io/component': 'expansion-operator',
    'app.kubernetes.io/name': name,
  }
  const metadata = { name, namespace, labels }
  const data = { 'admin.kubeconfig': Buffer.from(kubeconfig).toString('base64') }
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: 'v1', kind: 'Secret', metadata, data },
    ...rights({ name, namespace, labels }),
    deployment({ name, namespace, labels, image }),
  ]
}

interface Named {
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
}

function rights({ name, namespace, labels }: Named): readonly KubeObject[] {
  const group = 'rbac.authorization.k8s.io'
  const apiVersion = `${group}/v1`
  const metadata = { name, namespace, labels: { ...labels } }
  const wide = { name, labels: { ...labels } }
  const subjects = [{ kind: 'ServiceAccount', name, namespace }]
  const roleRef = (kind: string) => ({ apiGroup: group, kind, name })
  const ours = { apiGroups: ['outrigger.dev'] }
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] }
  const clusterRules = [
    { ...ours, resources: ['clusters'], verbs: ['get', 'list', 'watch'] },
    { ...ours, resources: ['clusters/status'], verbs: ['get', 'patch'] },
  ]
  const rules = [
    { ...leases, verbs: ['get', 'create', 'update', 'patch', 'delete'] },
    { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get'] },
  ]
  return [
    { apiVersion, kind: 'ClusterRole', metadata: wide, rules: clusterRules },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: wide,
      roleRef: roleRef('ClusterRole'),
      subjects,
    },
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef: roleRef('Role'), subjects },
  ]
}

function deployment({
  name,
  namespace,
  labels,
  image,
}: Named & { readonly image: string }): KubeObject {
  const container = {
    name: 'operator',
    image,
    env: [{ name: 'OUTRIGGER_SHARED_FOLDER', value: sharedFolder }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'shared', mountPath: sharedFolder, readOnly: true },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  }
  const matchLabels = { 'app.kubernetes.io/name': name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels: { ...labels } },
    spec: {
      replicas: 1,
      selector: { matchLabels },
      template: {
        metadata: { labels: { ...labels } },
        spec: {
          serviceAccountName: name,
          containers: [container],
          volumes: [
            { name: 'shared', secret: { secretName: name, defaultMode: 0o440 } },
            { name: 'tmp', emptyDir: {} },
          ],
        },
      },
    },
  }
}
