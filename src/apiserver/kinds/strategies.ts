import { isLabel, isPathSegment } from '../registry/name-rules.ts'
import type { Resource } from '../registry/resource.ts'
import type { Strategy } from '../registry/strategy.ts'
import { defaultStrategy } from './defaults/default-strategy.ts'
import { defaultsOf } from './defaults/defaults.ts'
import { kindOverridesOf } from './kind-overrides.ts'
import { selectableFieldsOf } from './selectable-fields.ts'
import { normaliseTyped, schemaNameOf } from './typed-fields.ts'

// Lists of resources as `plural` or `plural.group`, for which something holds that does not hold for all.

const withGeneration = new Set(
  `cronjobs.batch daemonsets.apps deployments.apps deviceclasses.resource.k8s.io
  endpointslices.discovery.k8s.io flowschemas.flowcontrol.apiserver.k8s.io
  ingressclasses.networking.k8s.io ingresses.networking.k8s.io jobs.batch
  mutatingadmissionpolicies.admissionregistration.k8s.io
  mutatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingwebhookconfigurations.admissionregistration.k8s.io networkpolicies.networking.k8s.io
  poddisruptionbudgets.policy pods podtemplates priorityclasses.scheduling.k8s.io
  prioritylevelconfigurations.flowcontrol.apiserver.k8s.io replicasets.apps replicationcontrollers
  resourceslices.resource.k8s.io statefulsets.apps
  validatingadmissionpolicies.admissionregistration.k8s.io
  validatingadmissionpolicybindings.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io
  customresourcedefinitions.apiextensions.k8s.io`.split(/\s+/),
)

const withoutUnconditionalUpdate = new Set(
  `runtimeclasses.node.k8s.io poddisruptionbudgets.policy csidrivers.storage.k8s.io
  csistoragecapacities.storage.k8s.io volumeattachments.storage.k8s.io csinodes.storage.k8s.io
  leases.coordination.k8s.io validatingadmissionpolicies.admissionregistration.k8s.io
  mutatingadmissionpolicies.admissionregistration.k8s.io
  mutatingwebhookconfigurations.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io
  mutatingadmissionpolicybindings.admissionregistration.k8s.io
  validatingadmissionpolicybindings.admissionregistration.k8s.io
  customresourcedefinitions.apiextensions.k8s.io apiservices.apiregistration.k8s.io`.split(/\s+/),
)

const withCreateOnUpdate = new Set(
  `runtimeclasses.node.k8s.io rolebindings.rbac.authorization.k8s.io
  clusterrolebindings.rbac.authorization.k8s.io roles.rbac.authorization.k8s.io
  clusterroles.rbac.authorization.k8s.io leases.coordination.k8s.io limitranges events services
  endpoints`.split(/\s+/),
)

const returningDeleted = new Set(
  `resourceclaimtemplates.resource.k8s.io resourceslices.resource.k8s.io
  resourceclaims.resource.k8s.io deviceclasses.resource.k8s.io csidrivers.storage.k8s.io
  storageclasses.storage.k8s.io volumeattachments.storage.k8s.io csinodes.storage.k8s.io
  volumeattributesclasses.storage.k8s.io resourcequotas persistentvolumes serviceaccounts
  persistentvolumeclaims namespaces pods services podtemplates`.split(/\s+/),
)

const orphaning = new Set(['jobs.batch', 'cronjobs.batch', 'replicationcontrollers'])

const pathNames = new Set(
  `apiservices.apiregistration.k8s.io roles.rbac.authorization.k8s.io clusterroles.rbac.authorization.k8s.io
  rolebindings.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io`.split(
    /\s+/,
  ),
)

/** The strategy of a built-in kind. */
export function strategyOf(resource: Resource): Strategy {
  const key = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`
  const schema = schemaNameOf(resource)
  const fields = selectableFieldsOf(key)
  const complete = defaultsOf(key)
  return {
    ...defaultStrategy,
    hasStatus: resource.subresources.some(({ name }) => name === 'status'),
    hasGeneration: withGeneration.has(key),
    allowUnconditionalUpdate: !withoutUnconditionalUpdate.has(key),
    allowCreateOnUpdate: withCreateOnUpdate.has(key),
    returnDeletedObject: returningDeleted.has(key),
    defaultPropagation: orphaning.has(key) ? 'Orphan' : 'Background',
    checkName: nameRuleOf(key),
    ...(schema !== undefined && {
      normalise: (draft, report) => normaliseTyped(schema, resource.kind, draft, report),
    }),
    ...(complete !== undefined && { complete }),
    ...(fields !== undefined && { selectableFields: fields }),
    ...kindOverridesOf(key),
  }
}

function nameRuleOf(key: string): Strategy['checkName'] {
  if (['namespaces', 'services', 'statefulsets.apps'].includes(key)) return isLabel
  return pathNames.has(key) ? isPathSegment : defaultStrategy.checkName
}
