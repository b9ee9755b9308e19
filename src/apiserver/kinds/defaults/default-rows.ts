import type { Json } from '../../../objects/json.ts'

// The defaults of Kubernetes, as a path and a value; `[]` walks through a list. A path ends early
// where something on the way is not there.

type Row = readonly [path: string, value: Json]

const probes = (base: string): readonly Row[] =>
  ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((probe): readonly Row[] => [
    [`${base}.${probe}.timeoutSeconds`, 1],
    [`${base}.${probe}.periodSeconds`, 10],
    [`${base}.${probe}.successThreshold`, 1],
    [`${base}.${probe}.failureThreshold`, 3],
    [`${base}.${probe}.httpGet.path`, '/'],
    [`${base}.${probe}.httpGet.scheme`, 'HTTP'],
    [`${base}.${probe}.grpc.service`, ''],
  ])

const container = (base: string): readonly Row[] => [
  [`${base}.terminationMessagePath`, '/dev/termination-log'],
  [`${base}.terminationMessagePolicy`, 'File'],
  [`${base}.ports[].protocol`, 'TCP'],
  [`${base}.env[].valueFrom.fieldRef.apiVersion`, 'v1'],
  [`${base}.lifecycle.postStart.httpGet.path`, '/'],
  [`${base}.lifecycle.postStart.httpGet.scheme`, 'HTTP'],
  [`${base}.lifecycle.preStop.httpGet.path`, '/'],
  [`${base}.lifecycle.preStop.httpGet.scheme`, 'HTTP'],
  ...probes(base),
]

const volume = (base: string): readonly Row[] => [
  [`${base}.secret.defaultMode`, 420],
  [`${base}.configMap.defaultMode`, 420],
  [`${base}.downwardAPI.defaultMode`, 420],
  [`${base}.downwardAPI.items[].fieldRef.apiVersion`, 'v1'],
  [`${base}.projected.defaultMode`, 420],
  [`${base}.projected.sources[].serviceAccountToken.expirationSeconds`, 3600],
  [`${base}.projected.sources[].downwardAPI.items[].fieldRef.apiVersion`, 'v1'],
  [`${base}.hostPath.type`, ''],
  [`${base}.iscsi.iscsiInterface`, 'default'],
  [`${base}.rbd.pool`, 'rbd'],
  [`${base}.rbd.user`, 'admin'],
  [`${base}.rbd.keyring`, '/etc/ceph/keyring'],
  [`${base}.azureDisk.cachingMode`, 'ReadWrite'],
  [`${base}.azureDisk.kind`, 'Shared'],
  [`${base}.azureDisk.fsType`, 'ext4'],
  [`${base}.azureDisk.readOnly`, false],
  [`${base}.scaleIO.storageMode`, 'ThinProvisioned'],
  [`${base}.scaleIO.fsType`, 'xfs'],
  [`${base}.ephemeral.volumeClaimTemplate.spec.volumeMode`, 'Filesystem'],
]

const pod = (base: string): readonly Row[] => [
  [`${base}.restartPolicy`, 'Always'],
  [`${base}.terminationGracePeriodSeconds`, 30],
  [`${base}.dnsPolicy`, 'ClusterFirst'],
  [`${base}.securityContext`, {}],
  [`${base}.schedulerName`, 'default-scheduler'],
  ...container(`${base}.containers[]`),
  ...container(`${base}.initContainers[]`),
  ...container(`${base}.ephemeralContainers[]`),
  ...volume(`${base}.volumes[]`),
]

const claim = (base: string): readonly Row[] => [[`${base}.volumeMode`, 'Filesystem']]

export const defaultRows: Readonly<Record<string, readonly Row[]>> = {
  pods: [...pod('spec'), ['spec.enableServiceLinks', true], ['status.phase', 'Pending']],
  podtemplates: pod('template.spec'),
  replicationcontrollers: [['spec.replicas', 1], ...pod('spec.template.spec')],
  'deployments.apps': [
    ['spec.replicas', 1],
    ['spec.strategy.type', 'RollingUpdate'],
    ['spec.revisionHistoryLimit', 10],
    ['spec.progressDeadlineSeconds', 600],
    ...pod('spec.template.spec'),
  ],
  'daemonsets.apps': [
    ['spec.updateStrategy.type', 'RollingUpdate'],
    ['spec.revisionHistoryLimit', 10],
    ...pod('spec.template.spec'),
  ],
  'statefulsets.apps': [
    ['spec.podManagementPolicy', 'OrderedReady'],
    ['spec.updateStrategy.type', 'RollingUpdate'],
    ['spec.persistentVolumeClaimRetentionPolicy', {}],
    ['spec.persistentVolumeClaimRetentionPolicy.whenDeleted', 'Retain'],
    ['spec.persistentVolumeClaimRetentionPolicy.whenScaled', 'Retain'],
    ['spec.replicas', 1],
    ['spec.revisionHistoryLimit', 10],
    ['spec.volumeClaimTemplates[].status.phase', 'Pending'],
    ...claim('spec.volumeClaimTemplates[].spec'),
    ...pod('spec.template.spec'),
  ],
  'replicasets.apps': [['spec.replicas', 1], ...pod('spec.template.spec')],
  'jobs.batch': [
    ['spec.backoffLimit', 6],
    ['spec.completionMode', 'NonIndexed'],
    ['spec.suspend', false],
    ['spec.podReplacementPolicy', 'TerminatingOrFailed'],
    ['spec.manualSelector', false],
    ...pod('spec.template.spec'),
  ],
  'cronjobs.batch': [
    ['spec.concurrencyPolicy', 'Allow'],
    ['spec.suspend', false],
    ['spec.successfulJobsHistoryLimit', 3],
    ['spec.failedJobsHistoryLimit', 1],
    ...pod('spec.jobTemplate.spec.template.spec'),
  ],
  services: [
    ['spec.sessionAffinity', 'None'],
    ['spec.type', 'ClusterIP'],
    ['spec.ports[].protocol', 'TCP'],
  ],
  secrets: [['type', 'Opaque']],
  namespaces: [['status.phase', 'Active']],
  persistentvolumes: [
    ['status.phase', 'Pending'],
    ['spec.persistentVolumeReclaimPolicy', 'Retain'],
    ['spec.volumeMode', 'Filesystem'],
    ['spec.hostPath.type', ''],
  ],
  persistentvolumeclaims: [['status.phase', 'Pending'], ...claim('spec')],
  endpoints: [['subsets[].ports[].protocol', 'TCP']],
  'endpointslices.discovery.k8s.io': [
    ['ports[].name', ''],
    ['ports[].protocol', 'TCP'],
  ],
  'storageclasses.storage.k8s.io': [
    ['reclaimPolicy', 'Delete'],
    ['volumeBindingMode', 'Immediate'],
  ],
  'csidrivers.storage.k8s.io': [
    ['spec.attachRequired', true],
    ['spec.podInfoOnMount', false],
    ['spec.storageCapacity', false],
    ['spec.fsGroupPolicy', 'ReadWriteOnceWithFSType'],
    ['spec.volumeLifecycleModes', ['Persistent']],
    ['spec.requiresRepublish', false],
    ['spec.seLinuxMount', false],
  ],
  'ingresses.networking.k8s.io': [],
  'networkpolicies.networking.k8s.io': [
    ['spec.ingress[].ports[].protocol', 'TCP'],
    ['spec.egress[].ports[].protocol', 'TCP'],
  ],
  'horizontalpodautoscalers.autoscaling': [['spec.minReplicas', 1]],
  'priorityclasses.scheduling.k8s.io': [['preemptionPolicy', 'PreemptLowerPriority']],
  'rolebindings.rbac.authorization.k8s.io': [['roleRef.apiGroup', 'rbac.authorization.k8s.io']],
  'clusterrolebindings.rbac.authorization.k8s.io': [
    ['roleRef.apiGroup', 'rbac.authorization.k8s.io'],
  ],
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhooks(),
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': [
    ...webhooks(),
    ['webhooks[].reinvocationPolicy', 'Never'],
  ],
  'customresourcedefinitions.apiextensions.k8s.io': [['spec.conversion', { strategy: 'None' }]],
}

function webhooks(): readonly Row[] {
  return [
    ['webhooks[].failurePolicy', 'Fail'],
    ['webhooks[].matchPolicy', 'Equivalent'],
    ['webhooks[].namespaceSelector', {}],
    ['webhooks[].objectSelector', {}],
    ['webhooks[].timeoutSeconds', 10],
    ['webhooks[].rules[].scope', '*'],
    ['webhooks[].clientConfig.service.port', 443],
  ]
}
