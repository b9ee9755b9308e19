import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../../certificates/authority.ts'
import type { Json } from '../../../objects/json.ts'
import { readPath } from '../../../objects/kube-object.ts'
import { localClient, type LocalClient } from '../../local-client-for-test.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const authority = createAuthority('webhooks')
const { certificate, key } = authority.signServer(['localhost', 'hook.default.svc'], ['127.0.0.1'])
const caBundle = Buffer.from(authority.certificate).toString('base64')

/** The next answer of the webhook, and the last question to it. */
let answer: object | 'nothing' = {}
let question: Json = null

const server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
  void reply(incoming, outgoing)
})

async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  question = (await json(incoming)) as Json
  if (answer === 'nothing') return
  const response = { uid: readPath(question, ['request', 'uid']), ...answer }
  const review = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', response }
  outgoing.end(JSON.stringify(review))
}

let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function install(
  { send }: LocalClient,
  kind: 'validating' | 'mutating',
  webhook: object = {},
): Promise<void> {
  const made = await send(
    'POST',
    `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`,
    {
      metadata: { name: 'hooks' },
      webhooks: [
        {
          name: 'hook.example.com',
          clientConfig: { url: `https://127.0.0.1:${port}/ask`, caBundle },
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['CREATE', 'DELETE'],
              resources: ['configmaps'],
            },
          ],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...webhook,
        },
      ],
    },
  )
  expect(made.status).toBe(201)
}

const one = { metadata: { name: 'one' }, data: { a: '1' } }

interface Row {
  readonly name: string
  readonly kind: 'validating' | 'mutating'
  readonly webhook?: object
  readonly says: object | 'nothing'
  readonly status: number
  readonly shows: object
  readonly query?: string
  readonly warnings?: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'a webhook that agrees lets through',
    kind: 'validating',
    says: { allowed: true, warnings: ['think twice'] },
    warnings: ['299 - "think twice"'],
    status: 201,
    shows: {},
  },
  {
    name: 'a webhook that does not agree is quoted',
    kind: 'validating',
    says: { allowed: false, status: { code: 403, message: 'not today' } },
    status: 403,
    shows: { message: 'admission webhook "hook.example.com" denied the request: not today' },
  },
  {
    name: 'a refusal need not be explained',
    kind: 'validating',
    says: { allowed: false },
    status: 400,
    shows: {
      message: 'admission webhook "hook.example.com" denied the request without explanation',
    },
  },
  {
    name: 'a patch is carried out',
    kind: 'mutating',
    says: {
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from('[{"op":"add","path":"/data/b","value":"2"}]').toString('base64'),
    },
    status: 201,
    shows: { data: { a: '1', b: '2' } },
  },
  {
    name: 'a webhook that does not answer fails the write',
    kind: 'validating',
    webhook: { timeoutSeconds: 1 },
    says: 'nothing',
    status: 500,
    shows: {
      message: expect.stringContaining(
        'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post',
      ) as string,
    },
  },
  {
    name: 'a webhook that does not answer can be overlooked',
    kind: 'validating',
    webhook: { timeoutSeconds: 1, failurePolicy: 'Ignore' },
    says: 'nothing',
    status: 201,
    shows: {},
  },
  {
    name: 'a webhook with consequences is not asked for a dry run',
    kind: 'validating',
    webhook: { sideEffects: 'Some' },
    says: { allowed: true },
    status: 400,
    shows: { message: 'admission webhook "hook.example.com" does not support dry run' },
    query: '?dryRun=All',
  },
  {
    name: 'a condition keeps a webhook out of it',
    kind: 'validating',
    webhook: { matchConditions: [{ name: 'c', expression: "object.metadata.name != 'one'" }] },
    says: { allowed: false },
    status: 201,
    shows: {},
  },
  {
    name: 'labels keep a webhook out of it',
    kind: 'validating',
    webhook: { objectSelector: { matchLabels: { checked: 'yes' } } },
    says: { allowed: false },
    status: 201,
    shows: {},
  },
  {
    name: 'a webhook can be a service',
    kind: 'validating',
    webhook: {
      clientConfig: { service: { namespace: 'default', name: 'hook', path: '/ask' }, caBundle },
    },
    says: { allowed: false, status: { message: 'from the service' } },
    status: 400,
    shows: { message: 'admission webhook "hook.example.com" denied the request: from the service' },
  },
]

const resolveService = () => ({ host: '127.0.0.1', port })

test.each(rows)(
  '$name',
  async ({ kind, webhook = {}, says, status, shows, query = '', warnings = [] }) => {
    const client = await localClient({ controllers: 'none', resolveService })
    await install(client, kind, webhook)
    answer = says
    const made = await client.send('POST', `${maps}${query}`, one)
    expect(made).toMatchObject({ status, body: shows })
    expect(made.warnings).toEqual(warnings)
  },
)

test('a webhook is told who does what to which object', async () => {
  const client = await localClient({ controllers: 'none' })
  await install(client, 'validating')
  answer = { allowed: true }
  await client.send('POST', maps, one)
  expect(question).toMatchObject({
    kind: 'AdmissionReview',
    request: {
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'one',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      object: { kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    },
  })
  await client.send('DELETE', `${maps}/one`)
  expect(question).toMatchObject({
    request: { operation: 'DELETE', object: null, oldObject: { data: { a: '1' } } },
  })
})
