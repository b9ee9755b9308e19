import type { Admission } from '../registry/registry.ts'
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts'
import { defaultTolerations } from './default-tolerations.ts'
import { limitRanger } from './limit-ranger.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { priority } from './priority.ts'
import { resourceQuota } from './quota/quotas.ts'
import { runtimeClass } from './runtime-class.ts'
import { serviceAccounts } from './service-account.ts'
import { claimResize, inUseProtection } from './volumes.ts'

/** What is asked of every write, in the order of Kubernetes' own server. */
export function admissionPlugins(without: readonly string[]): readonly Admission[] {
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
    defaultIngressClass,
    resourceQuota,
  ].filter(({ name }) => !without.includes(name))
}
