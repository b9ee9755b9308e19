import type { Sequence, Step } from './sequence.ts'

const checked = { mayBeSkipped: false, mayBeDelegated: false, repeats: true } as const
const optional = { mayBeSkipped: true, mayBeDelegated: true, repeats: true } as const
const once = { mayBeSkipped: true, mayBeDelegated: true, repeats: false } as const

const steps: readonly Step[] = [
  {
    name: 'EnsureCredentials',
    about: 'the kubeconfig is there and asks for no program, plugin or file',
    ...checked,
  },
  { name: 'EnsureReachable', about: 'the API server answers with its version', ...checked },
  {
    name: 'EnsureSettledVersion',
    about: 'the version of Kubernetes has not changed for two minutes',
    ...checked,
    mayBeSkipped: true,
  },
  {
    name: 'EnsureNodeSkew',
    about: 'no kubelet is further behind the API server than Kubernetes allows',
    ...optional,
  },
  {
    name: 'EnsurePreInstall',
    about: 'what somebody wants to be there before extensions; done at once unless delegated',
    ...once,
  },
  {
    name: 'EnsureProfiles',
    about: 'the instances that profiles give are written',
    ...optional,
  },
  {
    name: 'EnsureExtensions',
    about: 'the instances that profiles give are ready',
    ...optional,
  },
  {
    name: 'EnsurePostInstall',
    about: 'what somebody wants to be done after extensions; done at once unless delegated',
    ...once,
  },
]

/** The conditions of a Cluster in their order: the vocabulary of `features.skipConditions` and `delegateConditions`. */
export const clusterConditions: Sequence = { noun: 'a condition of a cluster', steps }
