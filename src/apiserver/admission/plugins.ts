import type { Authorize } from '../auth/access.ts'
import type { Admission } from '../registry/registry.ts'
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
} from './certificates.ts'
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts'
import { defaultTolerations } from './default-tolerations.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { mutatingPolicies } from './policies/mutating-policies.ts'
import { validatingPolicies } from './policies/validating-policies.ts'
import { priority } from './priority.ts'
import { resourceQuota } from './quota/quotas.ts'
import { runtimeClass } from './runtime-class.ts'
import { serviceAccounts } from './service-account.ts'
import type { ResolveService } from './webhooks/ask-webhook.ts'
import { mutatingWebhooks, validatingWebhooks } from './webhooks/webhooks.ts'
import { claimResize, inUseProtection } from './volumes.ts'

/** The admission plugins of every write, in the order of Kubernetes' own server. */
export function admissionPlugins(
  without: readonly string[],
  resolve: ResolveService,
  authorize: Authorize,
): readonly Admission[] {
  return [
    namespaceLifecycle,
    limitRanger,
    serviceAccounts,
    priority,
    defaultTolerations,
    defaultStorageClass,
    inUseProtection,
    claimResize,
    runtimeClass,
    certificateApproval(authorize),
    certificateSigning(authorize),
    certificateSubjectRestriction,
    defaultIngressClass,
    mutatingPolicies,
    mutatingWebhooks(resolve),
    validatingPolicies,
    validatingWebhooks(resolve),
    resourceQuota,
  ].filter(({ name }) => !without.includes(name))
}
