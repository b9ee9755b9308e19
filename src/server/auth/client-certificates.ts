import { X509Certificate } from 'node:crypto'
import type { PeerCertificate } from 'node:tls'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { textAt } from '../../objects/kube-object.ts'
import type { Owner } from './identity.ts'

const configMaps: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}

const longestChain = 5

/** The certificates of a caller, as the connection has them. */
export type CallerCertificate = Pick<PeerCertificate, 'subject' | 'raw'> & {
  readonly issuerCertificate?: CallerCertificate | undefined
}

/** The authorities that the cluster trusts for client certificates, in PEM; empty when it tells none. */
export async function readClientAuthorities(
  client: KubeClient,
  signal: AbortSignal,
): Promise<string> {
  // Every API server publishes them here for servers that stand beside it.
  const target = {
    resource: configMaps,
    namespace: 'kube-system',
    name: 'extension-apiserver-authentication',
  }
  const object = await getObject(client, target, {}, signal)
  return object === undefined ? '' : textAt(object, ['data', 'client-ca-file'])
}

/**
 * The owner of a client certificate, as Kubernetes reads it: the common name is the user, the organisations are the
 * groups. The connection has checked the chain when it was opened; whether it holds now, and by authorities that count
 * now, is checked here.
 */
export function ownerOfCertificate(
  certificate: CallerCertificate,
  authorities: string,
  now: number,
): Owner | undefined {
  const chain = chainOf(certificate)
  const [leaf] = chain
  if (leaf === undefined) return undefined
  if (now < leaf.validFromDate.getTime() || now > leaf.validToDate.getTime()) return undefined
  const trusted = pemsIn(authorities).map((pem) => new X509Certificate(pem))
  const isTrusted = chain.some((one) =>
    trusted.some((authority) => one.checkIssued(authority) && one.verify(authority.publicKey)),
  )
  const { CN: user, O: groups } = certificate.subject as {
    readonly CN?: string | readonly string[]
    readonly O?: string | readonly string[]
  }
  if (!isTrusted || typeof user !== 'string' || user === '') return undefined
  return {
    user,
    uid: '',
    groups: typeof groups === 'string' ? [groups] : (groups ?? []),
    extra: {},
  }
}

function chainOf(certificate: CallerCertificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: CallerCertificate | undefined = certificate
  while (next?.raw !== undefined && chain.length < longestChain) {
    chain.push(new X509Certificate(next.raw))
    // The last one names itself.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate
  }
  return chain
}

function pemsIn(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
