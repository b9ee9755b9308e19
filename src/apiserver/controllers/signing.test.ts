import { X509Certificate, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  bitString,
  contextTag,
  element,
  integer,
  objectId,
  sequence,
  tags,
} from '../../formats/der/write-der.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import { createAuthority } from '../certificates/authority.ts'
import { alternativeNames, nameOf } from '../certificates/x509.ts'
import { localClient, type LocalClient } from '../local-client-for-test.ts'
import { until } from '../until-for-test.ts'

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const signer = 'kubernetes.io/kube-apiserver-client'
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicKey = createPublicKey(privateKey)
const approved = { type: 'Approved', status: 'True', reason: 'Because', message: 'it is good' }

/** A request as `openssl req` writes it, in PEM and that in base64. */
function requestOf(
  groups: readonly string[] = ['team'],
  key = privateKey,
  { commonName = 'jane', dnsNames = [] as readonly string[] } = {},
): string {
  const extensions = element(tags.set, sequence(alternativeNames(dnsNames, [])))
  const asking = sequence(objectId('1.2.840.113549.1.9.14'), extensions)
  const body = sequence(
    integer(0),
    nameOf({ commonName, organizations: groups }),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(contextTag(0, 'constructed'), ...(dnsNames.length === 0 ? [] : [asking])),
  )
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'))
  const whole = sequence(body, algorithm, bitString(sign('sha256', body, key)))
  const text = Buffer.from(whole).toString('base64')
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${text}\n-----END CERTIFICATE REQUEST-----\n`
  return Buffer.from(pem).toString('base64')
}

const asked = (spec: JsonObject = {}): Json => ({
  metadata: { name: 'one' },
  spec: { request: requestOf(), signerName: signer, usages: ['client auth'], ...spec },
})

const patch = ({ send }: LocalClient, part: string, body: Json, headers = {}) =>
  send('PATCH', `${path}/one${part}`, body, {
    'content-type': 'application/merge-patch+json',
    ...headers,
  })

const conditions = (...list: readonly Json[]): Json => ({ status: { conditions: list } })

test('the server tells who asks', async () => {
  const { send } = await localClient()
  const body = asked({ username: 'eve', groups: ['x'], uid: 'x' })
  const as = {
    'impersonate-user': 'bob',
    'impersonate-group': 'system:masters',
    'impersonate-uid': 'u1',
    'impersonate-extra-key': 'value',
  }
  const made = await send('POST', path, body, as)
  expect(made).toMatchObject({
    status: 201,
    body: {
      spec: { username: 'bob', uid: 'u1', extra: { key: ['value'] } },
      status: {},
    },
  })
  expect(made.body).toHaveProperty('spec.groups', ['system:masters', 'system:authenticated'])
})

test('an approved request is signed with what it asked for', async () => {
  const authority = createAuthority('tests')
  const client = await localClient({ signRequest: authority.signRequest })
  await client.send('POST', path, asked({ expirationSeconds: 3600 }))
  const answer = await patch(client, '/approval', conditions(approved))
  const time = expect.any(String) as string
  const full = { ...approved, lastUpdateTime: time, lastTransitionTime: time }
  expect(answer.body).toMatchObject(conditions(full) as object)
  let pem = ''
  await until(async () => {
    const { body } = await client.send('GET', `${path}/one`)
    pem = Buffer.from(textAt(body, ['status', 'certificate']), 'base64').toString()
    return pem !== ''
  })
  const certificate = new X509Certificate(pem)
  expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(privateKey)).toBe(true)
  expect(certificate.subject).toBe('O=team\nCN=jane')
  expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(3_900_000)
  const again = await patch(client, '/status', { status: { certificate: 'aGVsbG8=' } })
  expect(textAt(again.body, ['message'])).toContain(
    'updates may not modify existing certificate content',
  )
})

const kubelet = { commonName: 'system:node:a', dnsNames: ['a'] }
const kubeletClient = 'kubernetes.io/kube-apiserver-client-kubelet'
const kubeletServing = 'kubernetes.io/kubelet-serving'
const asClient = ['digital signature', 'client auth']
const asServer = ['digital signature', 'key encipherment', 'server auth']

test.each([
  [kubeletClient, asClient, '1.3.6.1.5.5.7.3.2', []],
  [kubeletServing, asServer, '1.3.6.1.5.5.7.3.1', ['a']],
])('a kubelet gets what it needs of %s', async (signerName, usages, purpose, dnsNames) => {
  const authority = createAuthority('tests')
  const client = await localClient({ signRequest: authority.signRequest })
  const request = requestOf(['system:nodes'], privateKey, { ...kubelet, dnsNames })
  await client.send('POST', path, asked({ signerName, usages, request }))
  await patch(client, '/approval', conditions(approved))
  let pem = ''
  await until(async () => {
    const { body } = await client.send('GET', `${path}/one`)
    pem = Buffer.from(textAt(body, ['status', 'certificate']), 'base64').toString()
    return pem !== ''
  })
  const certificate = new X509Certificate(pem)
  expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true)
  expect(certificate.keyUsage).toEqual([purpose])
  expect(certificate.subjectAltName).toBe(dnsNames.length === 0 ? undefined : 'DNS:a')
})

const failures = [
  {
    name: 'a kubelet of another group',
    spec: { signerName: kubeletClient, usages: asClient },
    message: 'subject organization is not system:nodes',
  },
  {
    name: 'a kubelet that wants a name as a client',
    spec: {
      signerName: kubeletClient,
      usages: asClient,
      request: requestOf(['system:nodes'], privateKey, kubelet),
    },
    message: 'DNS subjectAltNames are not allowed',
  },
  {
    name: 'a kubelet that serves without a name',
    spec: {
      signerName: kubeletServing,
      usages: asServer,
      request: requestOf(['system:nodes'], privateKey, { commonName: 'system:node:a' }),
    },
    message: 'DNS or IP subjectAltName is required',
  },
  {
    name: 'a kubelet with too few usages',
    spec: {
      signerName: kubeletServing,
      usages: ['server auth'],
      request: requestOf(['system:nodes'], privateKey, kubelet),
    },
    message: 'usages did not match [digital signature key encipherment server auth]',
  },
  {
    name: 'somebody who is no node',
    spec: {
      signerName: kubeletServing,
      usages: asServer,
      request: requestOf(['system:nodes'], privateKey, { ...kubelet, commonName: 'jane' }),
    },
    message: 'subject common name does not begin with system:node:',
  },
  {
    name: 'another use',
    spec: { usages: ['server auth'] },
    message: 'invalid usage for client certificate: server auth',
  },
  {
    name: 'no use as a client',
    spec: { usages: ['digital signature'] },
    message: 'missing required usage for client certificate: client auth',
  },
  {
    name: 'the signature of another key',
    spec: {
      request: requestOf([], generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    },
    message: 'unable to verify certificate request signature',
  },
]

test.each(failures)('$name is told as a failure', async ({ spec, message }) => {
  const client = await localClient({ signRequest: createAuthority('tests').signRequest })
  await client.send('POST', path, asked(spec))
  await patch(client, '/approval', conditions(approved))
  await until(async () => {
    const { body } = await client.send('GET', `${path}/one`)
    return JSON.stringify(body).includes('"Failed"')
  })
  const { body } = await client.send('GET', `${path}/one`)
  const failed = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message }
  expect(body).toMatchObject(conditions(approved, failed) as object)
})

const refused: readonly { name: string; spec: JsonObject; status: number; message: string }[] = [
  {
    name: 'administrators',
    spec: { request: requestOf(['system:masters']) },
    status: 403,
    message: `certificatesigningrequests.certificates.k8s.io "one" is forbidden: use of ${signer} signer with system:masters group is not allowed`,
  },
  {
    name: 'what is no request',
    spec: { request: 'aGVsbG8K' },
    status: 422,
    message:
      'CertificateSigningRequest.certificates.k8s.io "one" is invalid: spec.request: Invalid value: "aGVsbG8K": PEM block type must be CERTIFICATE REQUEST',
  },
  {
    name: 'no use and no signer',
    spec: { usages: [], signerName: 'nodomain' },
    status: 422,
    message: `CertificateSigningRequest.certificates.k8s.io "one" is invalid: [spec.usages: Required value, spec.signerName: Invalid value: "nodomain": must be a fully qualified domain and path of the form 'example.com/signer-name']`,
  },
  {
    name: 'a short time',
    spec: { usages: ['any', 'any'], expirationSeconds: 5 },
    status: 422,
    message:
      'CertificateSigningRequest.certificates.k8s.io "one" is invalid: [spec.usages[1]: Duplicate value: "any", spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 600 seconds (10 minutes)]',
  },
]

test.each(refused)('$name: refused', async ({ spec, status, message }) => {
  const { send } = await localClient()
  expect(await send('POST', path, asked(spec))).toMatchObject({ status, body: { message } })
})

describe('what each part may change', () => {
  const failed = { type: 'Failed', status: 'True' }
  const denied = { type: 'Denied', status: 'True' }
  const rows = [
    {
      name: 'status does not approve',
      steps: [['/status', conditions(approved)]],
      says: 'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    },
    {
      name: 'nothing is approved and denied',
      steps: [['/approval', conditions(approved, denied)]],
      says: 'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    },
    {
      name: 'a decision stays',
      steps: [
        ['/approval', conditions(denied)],
        ['/approval', { status: { conditions: null } }],
      ],
      says: 'status.conditions: Forbidden: updates may not remove a condition of type "Denied"',
    },
    {
      name: 'a failure stays',
      steps: [
        ['/status', conditions(failed)],
        ['/status', { status: { conditions: null } }],
      ],
      says: 'status.conditions: Forbidden: updates may not remove a condition of type "Failed"',
    },
    {
      name: 'a certificate is one',
      steps: [['/status', { status: { certificate: 'aGVsbG8=' } }]],
      says: 'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
    },
  ] as const

  test.each(rows)('$name', async ({ steps, says }) => {
    const client = await localClient()
    await client.send('POST', path, asked({ signerName: 'example.com/x' }))
    let last: Json = null
    for (const [part, body] of steps) last = (await patch(client, part, body)).body
    const prefix = 'CertificateSigningRequest.certificates.k8s.io "one" is invalid: '
    expect(textAt(last, ['message'])).toBe(prefix + says)
  })

  test('the object itself only its metadata', async () => {
    const client = await localClient()
    const { body } = await client.send('POST', path, asked())
    const change = { metadata: { labels: { a: 'b' } }, spec: { username: 'eve' } }
    const changed = await patch(client, '', { ...change, ...(conditions(approved) as object) })
    expect(changed.body).toMatchObject({ metadata: { labels: { a: 'b' } }, status: {} })
    expect(changed.body).toHaveProperty('spec', (body as { spec: Json }).spec)
    expect(changed.body).not.toHaveProperty('status.conditions')
  })

  test('only who has the right for the signer approves and signs', async () => {
    const client = await localClient()
    const roles = '/apis/rbac.authorization.k8s.io/v1'
    const bind = async (name: string, rule: Json) => {
      await client.send('POST', `${roles}/clusterroles`, { metadata: { name }, rules: [rule] })
      await client.send('POST', `${roles}/clusterrolebindings`, {
        metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }],
      })
    }
    const apiGroups = ['certificates.k8s.io']
    const resources = ['approval', 'status'].map((part) => `certificatesigningrequests/${part}`)
    await bind('parts', { apiGroups, resources, verbs: ['*'] })
    await client.send('POST', path, asked({ signerName: 'example.com/x' }))
    const as = { 'impersonate-user': 'bob' }
    for (const [part, verb, condition] of [
      ['/approval', 'approve', approved],
      ['/status', 'sign', failed],
    ] as const) {
      const why = `user not permitted to ${verb} requests with signerName "example.com/x"`
      const answer = await patch(client, part, conditions(condition), as)
      expect(answer.status).toBe(403)
      expect(textAt(answer.body, ['message'])).toContain(why)
    }
    const rule = { apiGroups, resources: ['signers'], resourceNames: ['example.com/*'] }
    await bind('signers', { ...rule, verbs: ['approve'] })
    expect((await patch(client, '/approval', conditions(approved), as)).status).toBe(200)
  })
})
