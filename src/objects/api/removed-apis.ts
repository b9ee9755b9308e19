import type { GroupVersionKind } from '../kube-object.ts'

/** A version of a kind that Kubernetes no longer serves, or will no longer. */
export interface RemovedApi extends GroupVersionKind {
  /** The minor version of Kubernetes 1 that said so. */
  readonly deprecatedIn: number
  /** The first minor version of Kubernetes 1 without it. */
  readonly removedIn: number
  /** The apiVersion to write instead; undefined when there is none for the kind. */
  readonly replacement?: string
}

/** The removal of a version of a built-in kind; undefined when it is there to stay. */
export function findRemovedApi(kind: GroupVersionKind): RemovedApi | undefined {
  return removedApis().find(
    (one) => one.group === kind.group && one.version === kind.version && one.kind === kind.kind,
  )
}

/** Every version of a built-in kind that was or will be removed, by when. */
export function removedApis(): readonly RemovedApi[] {
  return (expanded ??= rows.flatMap(expand))
}

let expanded: readonly RemovedApi[] | undefined

type Row = readonly [
  apiVersion: string,
  kinds: string,
  deprecatedIn: number,
  removedIn: number,
  replacement: string,
]

function expand([
  apiVersion,
  kinds,
  deprecatedIn,
  removedIn,
  replacement,
]: Row): readonly RemovedApi[] {
  const [group = '', version = ''] = apiVersion.split('/')
  return kinds.split(' ').map((kind) => ({
    group,
    version,
    kind,
    deprecatedIn,
    removedIn,
    ...(replacement === '' ? {} : { replacement }),
  }))
}

// From the life cycles in k8s.io/api 0.36 and the deprecation guide of Kubernetes, 1.16 to 1.42. Where
// a replacement was itself removed, the one that is there today is named.
const rows: readonly Row[] = [
  ['apps/v1beta1', 'ControllerRevision Deployment ReplicaSet StatefulSet', 8, 16, 'apps/v1'],
  [
    'apps/v1beta2',
    'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
    9,
    16,
    'apps/v1',
  ],
  ['extensions/v1beta1', 'DaemonSet Deployment ReplicaSet', 8, 16, 'apps/v1'],
  ['extensions/v1beta1', 'NetworkPolicy', 9, 16, 'networking.k8s.io/v1'],
  ['extensions/v1beta1', 'PodSecurityPolicy', 11, 16, ''],
  ['extensions/v1beta1', 'Ingress', 14, 22, 'networking.k8s.io/v1'],
  ['settings.k8s.io/v1alpha1', 'PodPreset', 20, 20, ''],
  [
    'admissionregistration.k8s.io/v1beta1',
    'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
    16,
    22,
    'admissionregistration.k8s.io/v1',
  ],
  ['apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', 16, 22, 'apiextensions.k8s.io/v1'],
  ['apiregistration.k8s.io/v1beta1', 'APIService', 19, 22, 'apiregistration.k8s.io/v1'],
  ['authentication.k8s.io/v1beta1', 'TokenReview', 19, 22, 'authentication.k8s.io/v1'],
  [
    'authorization.k8s.io/v1beta1',
    'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
    19,
    22,
    'authorization.k8s.io/v1',
  ],
  ['certificates.k8s.io/v1beta1', 'CertificateSigningRequest', 19, 22, 'certificates.k8s.io/v1'],
  ['coordination.k8s.io/v1beta1', 'Lease', 19, 22, 'coordination.k8s.io/v1'],
  ['networking.k8s.io/v1beta1', 'Ingress IngressClass', 19, 22, 'networking.k8s.io/v1'],
  [
    'rbac.authorization.k8s.io/v1beta1',
    'ClusterRole ClusterRoleBinding Role RoleBinding',
    17,
    22,
    'rbac.authorization.k8s.io/v1',
  ],
  ['scheduling.k8s.io/v1beta1', 'PriorityClass', 14, 22, 'scheduling.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSINode', 17, 22, 'storage.k8s.io/v1'],
  [
    'storage.k8s.io/v1beta1',
    'CSIDriver StorageClass VolumeAttachment',
    19,
    22,
    'storage.k8s.io/v1',
  ],
  ['storage.k8s.io/v1alpha1', 'CSIStorageCapacity VolumeAttachment', 21, 24, 'storage.k8s.io/v1'],
  ['autoscaling/v2beta1', 'HorizontalPodAutoscaler', 22, 25, 'autoscaling/v2'],
  ['batch/v1beta1', 'CronJob', 21, 25, 'batch/v1'],
  ['discovery.k8s.io/v1beta1', 'EndpointSlice', 21, 25, 'discovery.k8s.io/v1'],
  ['events.k8s.io/v1beta1', 'Event', 22, 25, 'events.k8s.io/v1'],
  ['node.k8s.io/v1beta1', 'RuntimeClass', 22, 25, 'node.k8s.io/v1'],
  ['policy/v1beta1', 'PodDisruptionBudget', 21, 25, 'policy/v1'],
  ['policy/v1beta1', 'PodSecurityPolicy', 21, 25, ''],
  ['policy/v1beta1', 'Eviction', 22, 25, 'policy/v1'],
  ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', 23, 26, 'autoscaling/v2'],
  [
    'flowcontrol.apiserver.k8s.io/v1beta1',
    'FlowSchema PriorityLevelConfiguration',
    23,
    26,
    'flowcontrol.apiserver.k8s.io/v1',
  ],
  ['storage.k8s.io/v1beta1', 'CSIStorageCapacity', 24, 27, 'storage.k8s.io/v1'],
  [
    'flowcontrol.apiserver.k8s.io/v1beta2',
    'FlowSchema PriorityLevelConfiguration',
    26,
    29,
    'flowcontrol.apiserver.k8s.io/v1',
  ],
  [
    'flowcontrol.apiserver.k8s.io/v1beta3',
    'FlowSchema PriorityLevelConfiguration',
    29,
    32,
    'flowcontrol.apiserver.k8s.io/v1',
  ],
  [
    'admissionregistration.k8s.io/v1alpha1',
    'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
    29,
    32,
    'admissionregistration.k8s.io/v1',
  ],
  ['authentication.k8s.io/v1alpha1', 'SelfSubjectReview', 29, 32, 'authentication.k8s.io/v1'],
  ['authentication.k8s.io/v1beta1', 'SelfSubjectReview', 30, 33, 'authentication.k8s.io/v1'],
  [
    'admissionregistration.k8s.io/v1beta1',
    'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
    31,
    34,
    'admissionregistration.k8s.io/v1',
  ],
  ['storage.k8s.io/v1alpha1', 'VolumeAttributesClass', 32, 35, 'storage.k8s.io/v1'],
  ['certificates.k8s.io/v1alpha1', 'ClusterTrustBundle', 34, 37, 'certificates.k8s.io/v1beta1'],
  ['networking.k8s.io/v1beta1', 'IPAddress ServiceCIDR', 34, 37, 'networking.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'VolumeAttributesClass', 34, 37, 'storage.k8s.io/v1'],
  [
    'admissionregistration.k8s.io/v1alpha1',
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding',
    35,
    38,
    'admissionregistration.k8s.io/v1',
  ],
  ['coordination.k8s.io/v1alpha2', 'LeaseCandidate', 35, 38, 'coordination.k8s.io/v1beta1'],
  [
    'resource.k8s.io/v1beta1',
    'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice',
    35,
    38,
    'resource.k8s.io/v1',
  ],
  ['coordination.k8s.io/v1beta1', 'LeaseCandidate', 36, 39, ''],
  ['resource.k8s.io/v1alpha3', 'DeviceTaintRule', 36, 39, 'resource.k8s.io/v1beta2'],
  [
    'resource.k8s.io/v1beta2',
    'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice',
    36,
    39,
    'resource.k8s.io/v1',
  ],
  [
    'admissionregistration.k8s.io/v1beta1',
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding',
    37,
    40,
    'admissionregistration.k8s.io/v1',
  ],
  ['certificates.k8s.io/v1beta1', 'ClusterTrustBundle', 37, 40, ''],
  ['certificates.k8s.io/v1beta1', 'PodCertificateRequest', 38, 41, ''],
  ['storagemigration.k8s.io/v1beta1', 'StorageVersionMigration', 38, 41, ''],
  ['resource.k8s.io/v1alpha3', 'ResourcePoolStatusRequest', 39, 42, ''],
  ['resource.k8s.io/v1beta2', 'DeviceTaintRule', 39, 42, ''],
]
