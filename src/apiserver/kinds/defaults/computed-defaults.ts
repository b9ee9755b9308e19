import {
  childOf,
  ensureChild,
  itemsOf,
  textIn,
  type Draft,
  type DraftValue,
} from '../../registry/draft.ts'
import { completeTemplateCount } from '../daemon-set.ts'

// Defaults that follow from other fields.

/** By `plural` or `plural.group`; carried out after the rows. */
export const computedDefaults: Readonly<Record<string, (draft: Draft) => void>> = {
  pods: (draft) => {
    completePod(childOf(draft, 'spec'))
    requestLimits(childOf(draft, 'spec'))
  },
  podtemplates: (draft) => completePod(templateSpec(draft)),
  replicationcontrollers: completeReplicationController,
  'deployments.apps': completeDeployment,
  'daemonsets.apps': completeDaemonSet,
  'statefulsets.apps': completeStatefulSet,
  'replicasets.apps': (draft) => completePod(templateSpec(childOf(draft, 'spec'))),
  'jobs.batch': completeJob,
  'cronjobs.batch': completeCronJob,
  services: completeService,
  secrets: completeSecret,
  namespaces: completeNamespace,
  'networkpolicies.networking.k8s.io': completeNetworkPolicy,
  'rolebindings.rbac.authorization.k8s.io': completeSubjects,
  'clusterrolebindings.rbac.authorization.k8s.io': completeSubjects,
  'customresourcedefinitions.apiextensions.k8s.io': completeDefinition,
}

function templateSpec(spec: Draft | undefined): Draft | undefined {
  return childOf(childOf(spec, 'template'), 'spec')
}

function completePod(spec: Draft | undefined): void {
  if (spec === undefined) return
  const account = textIn(spec, 'serviceAccountName') || textIn(spec, 'serviceAccount')
  if (account !== '') {
    spec['serviceAccountName'] = account
    spec['serviceAccount'] = account
  }
  for (const volume of itemsOf(spec, 'volumes')) {
    // A volume that says nothing about itself is an empty folder.
    if (Object.keys(volume).every((field) => field === 'name')) volume['emptyDir'] = {}
  }
  for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const container of itemsOf(spec, list))
      completeContainer(container, spec['hostNetwork'] === true)
  }
}

function completeContainer(container: Draft, isOnHost: boolean): void {
  container['imagePullPolicy'] ??= pullPolicyOf(textIn(container, 'image'))
  ensureChild(container, 'resources')
  if (!isOnHost) return
  for (const port of itemsOf(container, 'ports')) {
    if (port['containerPort'] !== undefined) port['hostPort'] ??= port['containerPort']
  }
}

/** A pod that is limited and requests nothing requests its limits; a template does not say so yet. */
function requestLimits(spec: Draft | undefined): void {
  for (const list of ['containers', 'initContainers']) {
    for (const container of itemsOf(spec, list)) {
      const resources = childOf(container, 'resources')
      const limits = childOf(resources, 'limits')
      if (resources === undefined || limits === undefined) continue
      const requests = ensureChild(resources, 'requests')
      for (const [name, amount] of Object.entries(limits)) requests[name] ??= amount
    }
  }
}

/** Only an image that can change under its name is pulled always. */
function pullPolicyOf(image: string): string {
  if (image.includes('@')) return 'IfNotPresent'
  const tag = /:([^/:]+)$/.exec(image)?.[1] ?? 'latest'
  return tag === 'latest' ? 'Always' : 'IfNotPresent'
}

function completeReplicationController(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  const labels = childOf(childOf(childOf(spec, 'template'), 'metadata'), 'labels')
  if (spec !== undefined && labels !== undefined) {
    spec['selector'] ??= { ...labels }
    const own = ensureChild(draft, 'metadata')
    own['labels'] ??= { ...labels }
  }
  completePod(templateSpec(spec))
}

function completeDeployment(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  const strategy = childOf(spec, 'strategy')
  if (strategy !== undefined && strategy['type'] === 'RollingUpdate') {
    const rolling = ensureChild(strategy, 'rollingUpdate')
    rolling['maxUnavailable'] ??= '25%'
    rolling['maxSurge'] ??= '25%'
  }
  completePod(templateSpec(spec))
}

function completeDaemonSet(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  const strategy = childOf(spec, 'updateStrategy')
  completeTemplateCount(draft)
  if (strategy !== undefined && strategy['type'] === 'RollingUpdate') {
    const rolling = ensureChild(strategy, 'rollingUpdate')
    rolling['maxUnavailable'] ??= 1
    rolling['maxSurge'] ??= 0
  }
  completePod(templateSpec(spec))
}

function completeStatefulSet(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  const strategy = childOf(spec, 'updateStrategy')
  if (strategy !== undefined && strategy['type'] === 'RollingUpdate') {
    ensureChild(strategy, 'rollingUpdate')['partition'] ??= 0
  }
  for (const claim of itemsOf(spec, 'volumeClaimTemplates')) {
    claim['apiVersion'] ??= 'v1'
    claim['kind'] ??= 'PersistentVolumeClaim'
  }
  completePod(templateSpec(spec))
}

function completeJob(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  if (spec === undefined) return
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) {
    spec['completions'] = 1
    spec['parallelism'] = 1
  }
  spec['parallelism'] ??= 1
  const policy = childOf(spec, 'podFailurePolicy')
  if (policy !== undefined) spec['podReplacementPolicy'] = 'Failed'
  completePod(templateSpec(spec))
}

function completeCronJob(draft: Draft): void {
  completePod(templateSpec(childOf(childOf(childOf(draft, 'spec'), 'jobTemplate'), 'spec')))
}

const typesWithTraffic = ['NodePort', 'LoadBalancer']

function completeService(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  if (spec === undefined) return
  for (const port of itemsOf(spec, 'ports')) {
    if (port['targetPort'] === undefined || port['targetPort'] === 0 || port['targetPort'] === '') {
      port['targetPort'] = port['port'] ?? 0
    }
  }
  const type = textIn(spec, 'type')
  if (spec['sessionAffinity'] === 'ClientIP') {
    const config = ensureChild(ensureChild(spec, 'sessionAffinityConfig'), 'clientIP')
    config['timeoutSeconds'] ??= 10_800
  }
  if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig']
  const isOutside = type === 'ClusterIP' && itemCount(spec['externalIPs']) > 0
  if (typesWithTraffic.includes(type) || isOutside) spec['externalTrafficPolicy'] ??= 'Cluster'
  if (type !== 'ExternalName') spec['internalTrafficPolicy'] ??= 'Cluster'
  if (type === 'LoadBalancer') spec['allocateLoadBalancerNodePorts'] ??= true
}

function itemCount(value: DraftValue | undefined): number {
  return Array.isArray(value) ? value.length : 0
}

function completeSecret(draft: Draft): void {
  const texts = childOf(draft, 'stringData')
  if (texts === undefined) return
  const data = ensureChild(draft, 'data')
  for (const [name, text] of Object.entries(texts)) {
    data[name] = Buffer.from(typeof text === 'string' ? text : '').toString('base64')
  }
  delete draft['stringData']
}

function completeNamespace(draft: Draft): void {
  const metadata = ensureChild(draft, 'metadata')
  const name = textIn(metadata, 'name')
  if (name !== '') ensureChild(metadata, 'labels')['kubernetes.io/metadata.name'] = name
}

function completeNetworkPolicy(draft: Draft): void {
  const spec = childOf(draft, 'spec')
  if (spec === undefined || spec['policyTypes'] !== undefined) return
  spec['policyTypes'] = itemsOf(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
}

function completeSubjects(draft: Draft): void {
  for (const subject of itemsOf(draft, 'subjects')) {
    if (subject['kind'] === 'User' || subject['kind'] === 'Group') {
      subject['apiGroup'] ??= 'rbac.authorization.k8s.io'
    }
  }
}

function completeDefinition(draft: Draft): void {
  const names = childOf(childOf(draft, 'spec'), 'names')
  if (names === undefined) return
  const kind = textIn(names, 'kind')
  if (textIn(names, 'singular') === '') names['singular'] = kind.toLowerCase()
  if (textIn(names, 'listKind') === '' && kind !== '') names['listKind'] = `${kind}List`
}
