import type { JsonObject } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import { childOf, ensureChild, type Draft } from '../registry/draft.ts'
import type { FieldError } from '../field-errors.ts'
import type { Strategy } from '../registry/strategy.ts'
import { checkCrd, checkCrdUpdate } from '../custom/check-crd.ts'
import { beginTemplateCount, countTemplates } from './daemon-set.ts'
import { podGrace, preparePod } from './prepare-pod.ts'
import { prepareJob, preparePending } from './prepare-workloads.ts'
import { prepareService, prepareServiceUpdate } from './service-addresses.ts'
import { signingRequest } from './signing-request.ts'
import { checkBudget } from './validate/validate-budget.ts'
import { checkClaimUpdate } from './validate/validate-claim.ts'
import { checkData, checkDataUpdate } from './validate/validate-data.ts'
import { checkEvent } from './validate/validate-event.ts'
import { checkIngress } from './validate/validate-ingress.ts'
import { checkNetworkPolicy } from './validate/validate-network-policy.ts'
import { checkPodSpec, checkPodUpdate } from './validate/validate-pod.ts'
import { checkPolicy, checkWebhooks } from './validate/validate-policies.ts'
import { checkClusterRole, checkRole } from './validate/validate-rules.ts'
import { checkService } from './validate/validate-service.ts'
import {
  checkCronJob,
  checkDeployment,
  checkDeploymentStatus,
  checkJob,
  checkSelectorStays,
  checkWorkload,
} from './validate/validate-workload.ts'

/** The parts of the strategy that only one kind has. */
export function kindOverridesOf(key: string): Partial<Strategy> {
  return kindOverrides[key] ?? {}
}

const selecting: Partial<Strategy> = {
  validate: checkWorkload,
  validateUpdate: (object, old) => [...checkWorkload(object), ...checkSelectorStays(object, old)],
}

const kindOverrides: Readonly<Record<string, Partial<Strategy>>> = {
  namespaces: {
    prepareForCreate: (draft) => {
      ensureChild(draft, 'spec')['finalizers'] = ['kubernetes']
      draft['status'] = { phase: 'Active' }
    },
    prepareForUpdate: keepNamespaceFinalizers,
    isKept: (object) => listAt(object, ['spec', 'finalizers']).length > 0,
    beginDeletion: (draft) => {
      ensureChild(draft, 'status')['phase'] = 'Terminating'
    },
  },
  pods: {
    prepareForCreate: preparePod,
    gracePeriod: podGrace,
    validate: (pod) => checkPodSpec(pod['spec'], 'spec'),
    validateUpdate: (pod, old) => [
      ...checkPodSpec(pod['spec'], 'spec'),
      ...checkPodUpdate(pod, old),
    ],
  },
  services: {
    prepareForCreate: prepareService,
    prepareForUpdate: prepareServiceUpdate,
    validate: checkService,
    validateUpdate: checkService,
  },
  'ingresses.networking.k8s.io': { validate: checkIngress, validateUpdate: checkIngress },
  'roles.rbac.authorization.k8s.io': { validate: checkRole, validateUpdate: checkRole },
  'clusterroles.rbac.authorization.k8s.io': {
    validate: checkClusterRole,
    validateUpdate: checkClusterRole,
  },
  'networkpolicies.networking.k8s.io': {
    validate: checkNetworkPolicy,
    validateUpdate: checkNetworkPolicy,
  },
  'poddisruptionbudgets.policy': { validate: checkBudget, validateUpdate: checkBudget },
  events: { validate: checkEvent },
  'events.events.k8s.io': { validate: checkEvent },
  configmaps: { validate: checkData, validateUpdate: checkDataUpdate },
  secrets: { validate: checkData, validateUpdate: checkDataUpdate },
  persistentvolumeclaims: { prepareForCreate: preparePending, validateUpdate: checkClaimUpdate },
  persistentvolumes: { prepareForCreate: preparePending },
  'deployments.apps': {
    countsAnnotations: true,
    validateStatusUpdate: checkDeploymentStatus,
    validate: checkDeployment,
    validateUpdate: (object, old) => [
      ...checkDeployment(object),
      ...checkSelectorStays(object, old),
    ],
  },
  'replicasets.apps': selecting,
  'daemonsets.apps': {
    ...selecting,
    prepareForCreate: beginTemplateCount,
    prepareForUpdate: countTemplates,
  },
  'statefulsets.apps': selecting,
  'jobs.batch': { prepareForCreate: prepareJob, validate: checkJob, validateUpdate: checkJob },
  'cronjobs.batch': { validate: checkCronJob, validateUpdate: checkCronJob },
  'validatingadmissionpolicies.admissionregistration.k8s.io': checkedBy(checkPolicy),
  'mutatingadmissionpolicies.admissionregistration.k8s.io': checkedBy(checkPolicy),
  'validatingwebhookconfigurations.admissionregistration.k8s.io': checkedBy(checkWebhooks),
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': checkedBy(checkWebhooks),
  'certificatesigningrequests.certificates.k8s.io': signingRequest,
  'customresourcedefinitions.apiextensions.k8s.io': {
    prepareForCreate: beginDefinition,
    beginDeletion: endDefinition,
    validate: checkCrd,
    validateUpdate: checkCrdUpdate,
  },
}

function checkedBy(validate: (object: JsonObject) => readonly FieldError[]): Partial<Strategy> {
  return { validate, validateUpdate: validate }
}

function keepNamespaceFinalizers(draft: Draft, old: JsonObject): void {
  const before = listAt(old, ['spec', 'finalizers']).map(String)
  if (before.length > 0) ensureChild(draft, 'spec')['finalizers'] = before
}

function beginDefinition(draft: Draft): void {
  const versions = childOf(draft, 'spec')?.['versions']
  const stored = Array.isArray(versions)
    ? versions.flatMap((version) => {
        const one = childOf({ version }, 'version')
        return one?.['storage'] === true ? [one['name'] ?? ''] : []
      })
    : []
  draft['status'] = {
    conditions: null,
    acceptedNames: { plural: '', kind: '' },
    storedVersions: stored.length === 0 ? null : stored.slice(0, 1),
  }
}

/** The objects of a kind go before its definition. */
function endDefinition(draft: Draft, now: string): void {
  const metadata = ensureChild(draft, 'metadata')
  const finalizers = Array.isArray(metadata['finalizers']) ? metadata['finalizers'] : []
  metadata['finalizers'] = [...finalizers, 'customresourcecleanup.apiextensions.k8s.io']
  const status = ensureChild(draft, 'status')
  const conditions = Array.isArray(status['conditions']) ? status['conditions'] : []
  const terminating = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: now,
    reason: 'InstanceDeletionPending',
    message:
      'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  status['conditions'] = [...conditions, terminating]
}
