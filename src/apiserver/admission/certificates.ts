import { type Json, equalJson, fieldOf } from '../../objects/json.ts'
import { listAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { Authorize } from '../auth/access.ts'
import { readRequest } from '../certificates/read-request.ts'
import type { Admission, AdmissionRequest } from '../registry/registry.ts'
import { forbidden } from '../status-errors.ts'

const bucket = 'certificates.k8s.io/certificatesigningrequests'
const clientSigner = 'kubernetes.io/kube-apiserver-client'
const administrators = 'system:masters'

/** A user who approves or denies needs the right to do so for the signer. */
export function certificateApproval(authorize: Authorize): Admission {
  return {
    name: 'CertificateApproval',
    validate(request) {
      if (isWriteOf(request, 'approval')) checkSigner(request, authorize, 'approve')
    },
  }
}

/** A user who signs, or says why not, needs the right to do so for the signer. */
export function certificateSigning(authorize: Authorize): Admission {
  return {
    name: 'CertificateSigning',
    validate(request) {
      const { draft, old } = request
      if (!isWriteOf(request, 'status')) return
      const path = ['status', 'certificate']
      const isSame = equalJson(readPath(draft, path), readPath(old, path))
      if (isSame && equalJson(failureOf(draft), failureOf(old))) return
      checkSigner(request, authorize, 'sign')
    },
  }
}

/** Refuses client certificates that would make their owner an administrator. */
export const certificateSubjectRestriction: Admission = {
  name: 'CertificateSubjectRestriction',
  validate({ served, operation, subresource, draft, name }) {
    if (served.bucket !== bucket || operation !== 'CREATE' || subresource !== '') return
    if (textAt(draft, ['spec', 'signerName']) !== clientSigner) return
    const pem = Buffer.from(textAt(draft, ['spec', 'request']), 'base64').toString()
    if (!readRequest(pem).organizations.includes(administrators)) return
    const why = `use of ${clientSigner} signer with ${administrators} group is not allowed`
    throw forbidden(served.resource, name, why)
  },
}

function isWriteOf(request: AdmissionRequest, subresource: string): boolean {
  const { served, operation } = request
  return served.bucket === bucket && operation === 'UPDATE' && request.subresource === subresource
}

function failureOf(object: Json | undefined): Json | undefined {
  return listAt(object, ['status', 'conditions']).find((one) => fieldOf(one, 'type') === 'Failed')
}

/** The right is for one signer, or for all of a domain. */
function checkSigner(request: AdmissionRequest, authorize: Authorize, verb: string): void {
  const { served, user, old, name } = request
  const signer = textAt(old, ['spec', 'signerName'])
  const access = {
    what: 'resource',
    verb,
    group: 'certificates.k8s.io',
    version: '*',
    resource: 'signers',
    subresource: '',
    namespace: '',
  } as const
  const all = `${signer.split('/')[0] ?? ''}/*`
  if ([signer, all].some((one) => authorize(user, { ...access, name: one }).allowed)) return
  const why = `user not permitted to ${verb} requests with signerName ${JSON.stringify(signer)}`
  throw forbidden(served.resource, name, why)
}
