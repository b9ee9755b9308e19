import type { JsonObject } from '../../objects/json.ts'

import { childOf, ensureChild, textIn } from '../registry/draft.ts'
import type { Draft } from '../registry/draft.ts'

/** A job selects its pods by a label with its own uid, unless somebody insists. */
export function prepareJob(draft: Draft): void {
  const spec = ensureChild(draft, 'spec')
  draft['status'] = {}
  if (spec['manualSelector'] === true) return
  const metadata = ensureChild(draft, 'metadata')
  const [uid, name] = [textIn(metadata, 'uid'), textIn(metadata, 'name')]
  const labels = ensureChild(ensureChild(ensureChild(spec, 'template'), 'metadata'), 'labels')
  labels['batch.kubernetes.io/controller-uid'] = uid
  labels['batch.kubernetes.io/job-name'] = name
  labels['controller-uid'] = uid
  labels['job-name'] = name
  const selector = ensureChild(ensureChild(spec, 'selector'), 'matchLabels')
  selector['batch.kubernetes.io/controller-uid'] = uid
}

/** What a service keeps from before where an update leaves it out: addresses and ports given to it. */
export function keepServiceAddresses(draft: Draft, old: JsonObject): void {
  const spec = ensureChild(draft, 'spec')
  const before = childOf(old as Draft, 'spec')
  if (before === undefined || textIn(spec, 'type') === 'ExternalName') return
  for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
    if (spec[field] === undefined && before[field] !== undefined) spec[field] = before[field]
  }
}

/** Endless addresses: what the sandbox calls a network has no packets in it. */
export function prepareService(draft: Draft, random: () => number): void {
  const spec = ensureChild(draft, 'spec')
  draft['status'] = { loadBalancer: {} }
  if (textIn(spec, 'type') === 'ExternalName') return
  const part = () => 1 + Math.floor(random() * 254)
  const address = textIn(spec, 'clusterIP') || `10.0.${part()}.${part()}`
  spec['clusterIP'] = address
  spec['clusterIPs'] ??= [address]
  spec['ipFamilies'] ??= [address.includes(':') ? 'IPv6' : 'IPv4']
  spec['ipFamilyPolicy'] ??= 'SingleStack'
  const type = textIn(spec, 'type')
  if (type !== 'NodePort' && type !== 'LoadBalancer') return
  if (spec['allocateLoadBalancerNodePorts'] === false) return
  const ports = spec['ports']
  for (const port of Array.isArray(ports) ? ports : []) {
    const one = childOf({ port }, 'port')
    if (one !== undefined) one['nodePort'] ??= 30_000 + Math.floor(random() * 2768)
  }
}

/** Where a volume claim stands is told from the beginning. */
export function preparePending(draft: Draft): void {
  draft['status'] = { phase: 'Pending' }
}
