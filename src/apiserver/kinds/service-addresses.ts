import type { JsonObject } from '../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../objects/kube-object.ts'
import { invalid, invalidObject } from '../field-errors.ts'
import { childOf, ensureChild, itemsOf, textIn, type Draft } from '../registry/draft.ts'
import type { MakingContext } from '../registry/strategy.ts'

/**
 * The first half of every address; the rest is drawn. The network of the sandbox has no packets in
 * it.
 */
const network = '10.0'
const [firstPort, lastPort] = [30_000, 32_767]
/** So often an address or a port is drawn before all are taken for given away. */
const mostTries = 10_000

/** A new service gets an address, and ports of all nodes where its type has them. */
export function prepareService(draft: Draft, making: MakingContext): void {
  const spec = ensureChild(draft, 'spec')
  draft['status'] = { loadBalancer: {} }
  if (textIn(spec, 'type') === 'ExternalName') return
  giveAddress(draft, spec, making)
  giveNodePorts(draft, spec, making)
}

/** A changed service keeps what it was given, and gets or loses what its new type has. */
export function prepareServiceUpdate(draft: Draft, old: JsonObject, making: MakingContext): void {
  const spec = ensureChild(draft, 'spec')
  const before = childOf(old as Draft, 'spec') ?? {}
  if (textIn(spec, 'type') === 'ExternalName') {
    dropAddress(spec, before)
    return
  }
  if (textIn(before, 'type') !== 'ExternalName') {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
      if (isEmpty(spec[field]) && before[field] !== undefined) spec[field] = before[field]
    }
  }
  dropTrafficPolicy(spec, before)
  if (isEmpty(spec['clusterIP'])) giveAddress(draft, spec, making)
  if (hasNodePorts(spec) && hasNodePorts(before)) keepNodePorts(spec, before)
  else if (hasNodePorts(before)) dropNodePorts(spec, before)
  giveNodePorts(draft, spec, making)
}

/**
 * A service that cannot be reached from outside has no policy for that; a value that was only read
 * back is dropped.
 */
function dropTrafficPolicy(spec: Draft, before: Draft): void {
  const field = 'externalTrafficPolicy'
  if (isReachable(before) && !isReachable(spec) && spec[field] === before[field]) delete spec[field]
}

function isReachable(spec: Draft): boolean {
  const addresses = spec['externalIPs']
  return hasNodePorts(spec) || (Array.isArray(addresses) && addresses.length > 0)
}

function isEmpty(value: Draft[string] | undefined): boolean {
  return value === undefined || value === ''
}

function giveAddress(draft: Draft, spec: Draft, { random, listed }: MakingContext): void {
  const asked = textIn(spec, 'clusterIP')
  if (asked !== 'None') {
    const taken = new Set(listed('services').flatMap((one) => listAt(one, ['spec', 'clusterIPs'])))
    if (asked !== '' && taken.has(asked)) {
      const detail = `failed to allocate IP ${asked}: provided IP is already allocated`
      throw refusal(draft, 'spec.clusterIPs', [asked], detail)
    }
    const part = () => 1 + Math.floor(random() * 254)
    let address = asked
    for (let tries = 0; address === '' && tries < mostTries; tries++) {
      const drawn = `${network}.${part()}.${part()}`
      if (!taken.has(drawn)) address = drawn
    }
    spec['clusterIP'] = address
  }
  const address = textIn(spec, 'clusterIP')
  spec['clusterIPs'] ??= [address]
  spec['ipFamilies'] ??= [address.includes(':') ? 'IPv6' : 'IPv4']
  spec['ipFamilyPolicy'] ??= 'SingleStack'
}

function dropAddress(spec: Draft, before: Draft): void {
  for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
    if (JSON.stringify(spec[field]) === JSON.stringify(before[field])) delete spec[field]
  }
}

function hasNodePorts(spec: Draft): boolean {
  const type = textIn(spec, 'type')
  return type === 'NodePort' || type === 'LoadBalancer'
}

function keepNodePorts(spec: Draft, before: Draft): void {
  const used = new Set(itemsOf(spec, 'ports').map(({ nodePort }) => nodePort))
  const known = new Map(itemsOf(before, 'ports').map((one) => [textIn(one, 'name'), one]))
  for (const port of itemsOf(spec, 'ports')) {
    const kept = known.get(textIn(port, 'name'))?.['nodePort']
    if (!isEmpty(port['nodePort']) || kept === undefined || used.has(kept)) continue
    port['nodePort'] = kept
    used.add(kept)
  }
}

/** Ports that a client sends back as it read them are not what it asks for. */
function dropNodePorts(spec: Draft, before: Draft): void {
  const known = new Set(itemsOf(before, 'ports').map(({ nodePort }) => nodePort))
  for (const port of itemsOf(spec, 'ports')) {
    if (known.has(port['nodePort'])) delete port['nodePort']
  }
}

function giveNodePorts(draft: Draft, spec: Draft, { random, listed }: MakingContext): void {
  if (!hasNodePorts(spec)) return
  const own = `${textAt(draft, ['metadata', 'namespace'])}/${textAt(draft, ['metadata', 'name'])}`
  const taken = new Set(
    listed('services')
      .filter(
        (one) =>
          `${textAt(one, ['metadata', 'namespace'])}/${textAt(one, ['metadata', 'name'])}` !== own,
      )
      .flatMap((one) => listAt(one, ['spec', 'ports']))
      .map((port) => numberAt(port, ['nodePort'])),
  )
  const allocates =
    textIn(spec, 'type') === 'NodePort' || spec['allocateLoadBalancerNodePorts'] !== false
  for (const [at, port] of itemsOf(spec, 'ports').entries()) {
    const asked = numberAt(port, ['nodePort']) ?? 0
    if (asked !== 0) checkNodePort(draft, asked, `spec.ports[${at}].nodePort`, taken.has(asked))
    else if (allocates) port['nodePort'] = drawPort(random, taken)
    taken.add(numberAt(port, ['nodePort']))
  }
}

function checkNodePort(draft: Draft, port: number, field: string, isTaken: boolean): void {
  if (port < firstPort || port > lastPort) {
    const detail = `provided port is not in the valid range. The range of valid ports is ${firstPort}-${lastPort}`
    throw refusal(draft, field, port, detail)
  }
  if (isTaken) throw refusal(draft, field, port, 'provided port is already allocated')
}

function drawPort(random: () => number, taken: ReadonlySet<number | undefined>): number {
  let port = firstPort
  for (let tries = 0; tries < mostTries; tries++) {
    port = firstPort + Math.floor(random() * (lastPort - firstPort + 1))
    if (!taken.has(port)) break
  }
  return port
}

function refusal(draft: Draft, field: string, value: number | string[], detail: string) {
  const name = textIn(childOf(draft, 'metadata'), 'name')
  return invalidObject({ group: '', kind: 'Service' }, name, [invalid(field, value, detail)])
}
