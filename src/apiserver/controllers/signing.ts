import type { JsonObject } from '../../objects/json.ts'
import { conditionOf, listAt, nameOf, numberAt, textAt } from '../../objects/kube-object.ts'
import type { SignRequest } from '../certificates/authority.ts'
import { readRequest, type CertificateRequest } from '../certificates/read-request.ts'
import { draftOf, ensureChild, itemsOf, type Draft } from '../registry/draft.ts'
import type { Registry } from '../registry/registry.ts'
import { updateObject } from '../registry/update.ts'
import { systemContext, unlessGone } from './system-user.ts'

const bucket = 'certificates.k8s.io/certificatesigningrequests'
const clientAuth = 'client auth'
const serverAuth = 'server auth'
const optionalUsages = ['digital signature', 'key encipherment']

type Check = (request: CertificateRequest, usages: readonly string[]) => string | undefined

/** The check of a request, by its signer. */
const checks: Readonly<Record<string, Check>> = {
  'kubernetes.io/kube-apiserver-client': clientFault,
  'kubernetes.io/kube-apiserver-client-kubelet': kubeletClientFault,
  'kubernetes.io/kubelet-serving': kubeletServerFault,
}
const how = { mayCreate: false, isApply: false }

/** Signs approved requests of clients and of kubelets; other signers are somebody else's. */
export function followSigning(
  registry: Registry,
  sign: SignRequest,
  onFailure: (error: unknown) => void,
): () => void {
  const see = (request: JsonObject): void => void settle(registry, sign, request).catch(onFailure)
  for (const { object } of registry.store.list(bucket, '')) see(object as JsonObject)
  return registry.store.watch(bucket, registry.store.revision, ({ type, entry }) => {
    if (type === 'put') see(entry.object as JsonObject)
  })
}

async function settle(registry: Registry, sign: SignRequest, request: JsonObject): Promise<void> {
  const served = registry.catalogue.find('certificates.k8s.io', 'v1', 'certificatesigningrequests')
  if (served === undefined || !isWaiting(request)) return
  const context = { ...systemContext(served, '', 'status'), manager: 'kube-controller-manager' }
  const change = (old: JsonObject | undefined): Draft => {
    const draft = draftOf(old ?? request)
    if (isWaiting(draft)) answer(draft, sign)
    return draft
  }
  await unlessGone(() =>
    updateObject(registry, context, nameOf(request), { transform: change, options: how }),
  )
}

function isWaiting(request: JsonObject): boolean {
  const is = (type: string) => conditionOf(request, type) !== undefined
  if (!Object.hasOwn(checks, textAt(request, ['spec', 'signerName']))) return false
  if (textAt(request, ['status', 'certificate']) !== '') return false
  return is('Approved') && !is('Denied') && !is('Failed')
}

function answer(draft: Draft, sign: SignRequest): void {
  const status = ensureChild(draft, 'status')
  const usages = listAt(draft, ['spec', 'usages']).map(String)
  const pem = Buffer.from(textAt(draft, ['spec', 'request']), 'base64').toString()
  const wanted = readRequest(pem)
  const check = checks[textAt(draft, ['spec', 'signerName'])]
  const unsigned = wanted.isSigned() ? undefined : 'unable to verify certificate request signature'
  const message = check?.(wanted, usages) ?? unsigned
  if (message !== undefined) {
    const failed = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message }
    status['conditions'] = [...itemsOf(status, 'conditions'), failed]
    return
  }
  const seconds = numberAt(draft, ['spec', 'expirationSeconds'])
  const certificate = sign(wanted, {
    purpose: usages.includes(serverAuth) ? 'server' : 'client',
    enciphersKeys: usages.includes('key encipherment'),
    signs: usages.includes('digital signature'),
    ...(seconds !== undefined && { seconds }),
  })
  status['certificate'] = Buffer.from(certificate).toString('base64')
}

function clientFault(_: CertificateRequest, usages: readonly string[]): string | undefined {
  const odd = usages.find((usage) => ![...optionalUsages, clientAuth].includes(usage))
  if (odd !== undefined) return `invalid usage for client certificate: ${odd}`
  if (usages.includes(clientAuth)) return undefined
  return `missing required usage for client certificate: ${clientAuth}`
}

function kubeletClientFault(
  request: CertificateRequest,
  usages: readonly string[],
): string | undefined {
  const kind = (['DNS', 'Email', 'IP', 'URI'] as const).find((one) => request.nameKinds.has(one))
  return (
    groupFault(request) ??
    (kind === undefined ? undefined : `${kind} subjectAltNames are not allowed`) ??
    nodeFault(request) ??
    usagesFault(usages, clientAuth)
  )
}

function kubeletServerFault(
  request: CertificateRequest,
  usages: readonly string[],
): string | undefined {
  const { nameKinds } = request
  const kind = (['Email', 'URI'] as const).find((one) => nameKinds.has(one))
  const isNamed = nameKinds.has('DNS') || nameKinds.has('IP')
  return (
    groupFault(request) ??
    (isNamed ? undefined : 'DNS or IP subjectAltName is required') ??
    (kind === undefined ? undefined : `${kind} subjectAltNames are not allowed`) ??
    usagesFault(usages, serverAuth) ??
    nodeFault(request)
  )
}

function groupFault({ organizations }: CertificateRequest): string | undefined {
  const isOne = organizations.length === 1 && organizations[0] === 'system:nodes'
  return isOne ? undefined : 'subject organization is not system:nodes'
}

function nodeFault({ commonName }: CertificateRequest): string | undefined {
  if (commonName.startsWith('system:node:')) return undefined
  return 'subject common name does not begin with system:node:'
}

/** All of them; only keys that encipher need to say so. */
function usagesFault(usages: readonly string[], purpose: string): string | undefined {
  const wanted = ['digital signature', 'key encipherment', purpose].toSorted()
  const isKnown = usages.every((usage) => wanted.includes(usage))
  const isWhole = ['digital signature', purpose].every((usage) => usages.includes(usage))
  return isKnown && isWhole ? undefined : `usages did not match [${wanted.join(' ')}]`
}
