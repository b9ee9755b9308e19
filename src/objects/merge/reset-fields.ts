import type { GroupVersionKind } from '../kube-object.ts'
import { emptyFieldSet, fieldSetOf, type FieldSet } from './field-set.ts'
import { fieldElement } from './path-element.ts'

// Which fields a write has no say in, because the API server puts back what was there: the status
// when the object is written, nearly everything else when a subresource is. From the strategies of
// Kubernetes 1.36.

/** The fields that writes to a built-in kind, or to one of its subresources, cannot change. */
export function resetFieldsOf(kind: GroupVersionKind, subresource: string): FieldSet {
  const written = kind.group === '' ? kind.kind : `${kind.group}/${kind.kind}`
  if (subresource === '') return written === signingRequest ? specAndStatus : statusOnly
  const other = subresource === 'status' ? specOnly : emptyFieldSet
  return exceptions.get(`${written}/${subresource}`) ?? other
}

/** The fields that writes to a custom resource cannot change. */
export function customResetFields(subresource: string, hasStatus: boolean): FieldSet | undefined {
  if (subresource === 'scale') return undefined
  if (subresource !== '') return metadataAndSpec
  return hasStatus ? statusOnly : undefined
}

const signingRequest = 'certificates.k8s.io/CertificateSigningRequest'

const statusOnly = paths(['status'])
const specOnly = paths(['spec'])
const metadataAndSpec = paths(['metadata'], ['spec'])
const specAndStatus = paths(['spec'], ['status'])

const exceptions: ReadonlyMap<string, FieldSet> = new Map([
  ['apps/Deployment/status', paths(['spec'], ['metadata', 'labels'])],
  [
    'Pod/status',
    paths(['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']),
  ],
  [`${signingRequest}/status`, paths(['spec'], ['status', 'conditions'])],
  [`${signingRequest}/approval`, paths(['spec'], ['status', 'certificate'])],
  ['Namespace/finalize', statusOnly],
  ...[
    'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
    'apiextensions.k8s.io/CustomResourceDefinition',
    'apiregistration.k8s.io/APIService',
    'flowcontrol.apiserver.k8s.io/FlowSchema',
    'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
    'internal.apiserver.k8s.io/StorageVersion',
    'networking.k8s.io/ServiceCIDR',
    'resource.k8s.io/DeviceTaintRule',
    'resource.k8s.io/ResourceClaim',
    'resource.k8s.io/ResourcePoolStatusRequest',
    'scheduling.k8s.io/PodGroup',
    'storage.k8s.io/VolumeAttachment',
    'storagemigration.k8s.io/StorageVersionMigration',
  ].map((kind) => [`${kind}/status`, metadataAndSpec] as const),
])

function paths(...fields: readonly (readonly string[])[]): FieldSet {
  return fieldSetOf(fields.map((path) => path.map(fieldElement)))
}
