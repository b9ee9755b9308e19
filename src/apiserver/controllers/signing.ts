import type { JsonObject } from '../../objects/json.ts'
import { conditionOf, listAt, nameOf, numberAt, textAt } from '../../objects/kube-object.ts'
import type { SignRequest } from '../certificates/authority.ts'
import { readRequest } from '../certificates/read-request.ts'
import { draftOf, ensureChild, itemsOf } from '../registry/draft.ts'
import type { Draft } from '../registry/draft.ts'
import type { Registry } from '../registry/registry.ts'
import { updateObject } from '../registry/update.ts'
import { systemContext, unlessGone } from './system-user.ts'

const bucket = 'certificates.k8s.io/certificatesigningrequests'
const signer = 'kubernetes.io/kube-apiserver-client'
const clientAuth = 'client auth'
const allowedUsages = ['digital signature', 'key encipherment', clientAuth]
const how = { mayCreate: false, isApply: false }

/** Signs approved requests of those who want to speak to the server; other signers are somebody else's. */
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
  await unlessGone(() => updateObject(registry, context, nameOf(request), change, how))
}

function isWaiting(request: JsonObject): boolean {
  const is = (type: string) => conditionOf(request, type) !== undefined
  if (textAt(request, ['spec', 'signerName']) !== signer) return false
  if (textAt(request, ['status', 'certificate']) !== '') return false
  return is('Approved') && !is('Denied') && !is('Failed')
}

function answer(draft: Draft, sign: SignRequest): void {
  const status = ensureChild(draft, 'status')
  const usages = listAt(draft, ['spec', 'usages']).map(String)
  const pem = Buffer.from(textAt(draft, ['spec', 'request']), 'base64').toString()
  const wanted = readRequest(pem)
  const fault = faultOf(usages, wanted.isSigned())
  if (fault !== undefined) {
    const failed = { type: 'Failed', status: 'True', ...fault }
    status['conditions'] = [...itemsOf(status, 'conditions'), failed]
    return
  }
  const seconds = numberAt(draft, ['spec', 'expirationSeconds'])
  const certificate = sign(wanted, {
    enciphersKeys: usages.includes('key encipherment'),
    signs: usages.includes('digital signature'),
    ...(seconds !== undefined && { seconds }),
  })
  status['certificate'] = Buffer.from(certificate).toString('base64')
}

function faultOf(
  usages: readonly string[],
  isSigned: boolean,
): { readonly reason: string; readonly message: string } | undefined {
  const reason = 'SignerValidationFailure'
  const odd = usages.find((usage) => !allowedUsages.includes(usage))
  if (odd !== undefined) return { reason, message: `invalid usage for client certificate: ${odd}` }
  if (!usages.includes(clientAuth)) {
    return { reason, message: `missing required usage for client certificate: ${clientAuth}` }
  }
  if (isSigned) return undefined
  return { reason, message: 'unable to verify certificate request signature' }
}
