import { expect, test } from 'vitest'
import { localClient, type LocalClient } from '../../local-client-for-test.ts'
import { rewriteObjects } from './rewrite-objects.ts'

const group = '/apis/admissionregistration.k8s.io/v1'
const maps = '/api/v1/namespaces/default/configmaps'
const rule = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['configmaps'],
}

async function install(
  { send }: LocalClient,
  kind: 'validating' | 'mutating',
  spec: object,
  binding: object = {},
): Promise<void> {
  const own = { matchConstraints: { resourceRules: [rule] }, failurePolicy: 'Fail', ...spec }
  const policy = { metadata: { name: 'policy' }, spec: own }
  const made = await send('POST', `${group}/${kind}admissionpolicies`, policy)
  expect(made).toMatchObject({ status: 201 })
  const bound = await send('POST', `${group}/${kind}admissionpolicybindings`, {
    metadata: { name: 'binding' },
    spec: {
      policyName: 'policy',
      ...(kind === 'validating' && { validationActions: ['Deny'] }),
      ...binding,
    },
  })
  expect(bound).toMatchObject({ status: 201 })
}

const prefix = `configmaps "one" is forbidden: ValidatingAdmissionPolicy 'policy' with binding 'binding' denied request: `

const rows: readonly {
  readonly name: string
  readonly spec: object
  readonly data: Readonly<Record<string, string>>
  readonly refusal?: string
}[] = [
  {
    name: 'an expression that holds lets through',
    spec: { validations: [{ expression: 'size(object.data) < 3' }] },
    data: { a: '1' },
  },
  {
    name: 'an expression that does not hold refuses with itself',
    spec: { validations: [{ expression: 'size(object.data) > 3' }] },
    data: { a: '1' },
    refusal: 'failed expression: size(object.data) > 3',
  },
  {
    name: 'a message can be made of what was found',
    spec: {
      validations: [{ expression: 'false', messageExpression: "'found ' + object.data.a" }],
    },
    data: { a: '1' },
    refusal: 'found 1',
  },
  {
    name: 'a condition that does not hold keeps the policy out of it',
    spec: {
      matchConditions: [{ name: 'skip', expression: "request.userInfo.username != 'admin'" }],
      validations: [{ expression: 'false' }],
    },
    data: {},
  },
  {
    name: 'variables build on each other',
    spec: {
      variables: [
        { name: 'count', expression: 'size(object.data)' },
        { name: 'isOdd', expression: 'variables.count % 2 == 1' },
      ],
      validations: [{ expression: 'variables.isOdd', message: 'wants an odd number' }],
    },
    data: { a: '1', b: '2' },
    refusal: 'wants an odd number',
  },
  {
    name: 'the authorizer tells what the user may do',
    spec: {
      validations: [
        { expression: "authorizer.group('').resource('pods').check('create').allowed()" },
        { expression: "authorizer.requestResource.check('update').allowed()" },
        {
          expression:
            "authorizer.serviceAccount('default', 'a').path('/metrics').check('get').allowed()",
          message: 'the account may not',
        },
      ],
    },
    data: {},
    refusal: 'the account may not',
  },
  {
    name: 'an expression that fails refuses',
    spec: { validations: [{ expression: 'object.data.missing == "x"' }] },
    data: { a: '1' },
    refusal: `expression 'object.data.missing == "x"' resulted in error: no such key: missing`,
  },
  {
    name: 'an expression that fails is overlooked where the policy says so',
    spec: { failurePolicy: 'Ignore', validations: [{ expression: 'object.data.missing == "x"' }] },
    data: { a: '1' },
  },
]

test.each(rows)('$name', async ({ spec, data, refusal }) => {
  const client = await localClient({ controllers: 'none' })
  await install(client, 'validating', spec)
  const answer = await client.send('POST', maps, { metadata: { name: 'one' }, data })
  const refused = { status: 422, body: { message: `${prefix}${refusal ?? ''}` } }
  expect(answer).toMatchObject(refusal === undefined ? { status: 201 } : refused)
})

test('a policy takes its measure from an object, and without one refuses', async () => {
  const client = await localClient({ controllers: 'none' })
  await install(
    client,
    'validating',
    {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConditions: [{ name: 'others', expression: "object.metadata.name != 'measure'" }],
      validations: [{ expression: 'size(object.data) <= int(params.data.most)' }],
    },
    { paramRef: { name: 'measure', parameterNotFoundAction: 'Deny' } },
  )
  const one = { metadata: { name: 'one' }, data: { a: '1', b: '2' } }
  expect(await client.send('POST', maps, one)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('no params found for policy binding') as string },
  })
  const store = client.server.registry.store
  const measure = { kind: 'ConfigMap', metadata: { name: 'measure' }, data: { most: '1' } }
  await store.write({
    operation: 'put',
    bucket: 'configmaps',
    name: 'default/measure',
    expected: 0,
    encode: () => ({ object: measure, bytes: Buffer.from(JSON.stringify(measure)) }),
  })
  expect((await client.send('POST', maps, one)).status).toBe(422)
  expect((await client.send('POST', maps, { ...one, data: { a: '1' } })).status).toBe(201)
})

const mutations: readonly (readonly [name: string, mutation: object])[] = [
  [
    'a configuration is merged in',
    {
      patchType: 'ApplyConfiguration',
      applyConfiguration: {
        expression: 'Object{metadata: Object.metadata{labels: {"team": "a"}}, data: {"b": "2"}}',
      },
    },
  ],
  [
    'a patch is carried out',
    {
      patchType: 'JSONPatch',
      jsonPatch: {
        expression: `[JSONPatch{op: "add", path: "/metadata/labels", value: {"team": "a"}},
          JSONPatch{op: "add", path: "/data/b", value: string(size(object.data) + 1)}]`,
      },
    },
  ],
]

test.each(mutations)('%s', async (_, mutation) => {
  const client = await localClient({ controllers: 'none' })
  await install(client, 'mutating', { mutations: [mutation], reinvocationPolicy: 'Never' })
  const answer = await client.send('POST', maps, { metadata: { name: 'one' }, data: { a: '1' } })
  expect(answer).toMatchObject({
    status: 201,
    body: { metadata: { labels: { team: 'a' } }, data: { a: '1', b: '2' } },
  })
})

test('an expression that cannot be is refused with its policy', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const spec = {
    matchConstraints: { resourceRules: [rule] },
    validations: [{ expression: 'object.a >' }],
  }
  const answer = await send('POST', `${group}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec,
  })
  expect(answer).toMatchObject({
    status: 422,
    body: {
      message: expect.stringContaining(
        'spec.validations[0].expression: Invalid value: "object.a >": compilation failed: ERROR: <input>:1:',
      ) as string,
    },
  })
})

test.each([
  ['Object{spec: Object.spec{replicas: 1}}', '{"spec": {"replicas": 1}}'],
  ['[JSONPatch{op: "add", path: "/a"}]', '[{"op": "add", "path": "/a"}]'],
  ['Object{ ?a: x ? {"b": y} : z }', '{ ?"a": x ? {"b": y} : z }'],
  ['{"Object{a: 1}": [a, b]}', '{"Object{a: 1}": [a, b]}'],
])('%s is read as %s', (written, read) => {
  expect(rewriteObjects(written)).toBe(read)
})
