import { expect, test } from 'vitest'
import { localClient } from '../local-client-for-test.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const asJane = { 'impersonate-user': 'jane' }
const group = 'rbac.authorization.k8s.io'

test('a role bound in a namespace gives its rights there and nowhere else', async () => {
  const { send } = await localClient()
  const refused = await send('GET', maps, undefined, asJane)
  expect(refused).toMatchObject({
    status: 403,
    body: {
      message:
        'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
    },
  })
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]
  await send('POST', `/apis/${group}/v1/namespaces/default/roles`, {
    metadata: { name: 'r' },
    rules,
  })
  await send('POST', `/apis/${group}/v1/namespaces/default/rolebindings`, {
    metadata: { name: 'b' },
    roleRef: { apiGroup: group, kind: 'Role', name: 'r' },
    subjects: [{ apiGroup: group, kind: 'User', name: 'jane' }],
  })
  expect((await send('GET', maps, undefined, asJane)).status).toBe(200)
  expect((await send('GET', `${maps}/x`, undefined, asJane)).status).toBe(403)
  expect((await send('GET', '/api/v1/configmaps', undefined, asJane)).status).toBe(403)
})

test('somebody can ask what they may do', async () => {
  const { send } = await localClient()
  const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const spec = { resourceAttributes: { verb: 'create', resource: 'pods', namespace: 'default' } }
  const own = await send('POST', reviews, { spec })
  expect(own).toMatchObject({ status: 201, body: { status: { allowed: true } } })
  const janes = await send('POST', reviews, { spec }, asJane)
  expect(janes).toMatchObject({ status: 201, body: { status: { allowed: false } } })
})

test('a token says who somebody is, and an unknown one is refused', async () => {
  const user = { name: 'bob', uid: '1', groups: ['system:masters'], extra: {} }
  const { send } = await localClient({
    findToken: (token) => (token === 'secret' ? user : undefined),
  })
  const who = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
  const answer = await send('POST', who, {}, { authorization: 'Bearer secret' })
  expect(answer.body).toMatchObject({ status: { userInfo: { username: 'bob' } } })
  expect((await send('POST', who, {}, { authorization: 'Bearer guess' })).status).toBe(401)
})

// The answers of kube-apiserver 1.36.3 that emulates 1.35.
test.each([
  { headers: { 'impersonate-group': 'staff' }, says: '[{Group  staff    }]' },
  { headers: { 'impersonate-uid': '42' }, says: '[{UID  42  authentication.k8s.io/v1  }]' },
  {
    headers: { 'impersonate-extra-scopes': 'view' },
    says: '[{UserExtra  view  authentication.k8s.io/v1  scopes}]',
  },
])('before 1.36, $headers without a user is told in its words', async ({ headers, says }) => {
  const { send } = await localClient({ minor: 35 })
  const message = `requested ${says} without impersonating a user`
  expect(await send('GET', maps, undefined, headers)).toMatchObject({
    status: 400,
    body: { message },
  })
})

test('before 1.36, there is one right to be taken for somebody', async () => {
  const { send } = await localClient({ minor: 35, findToken: () => nobodyMuch })
  const refused = await send('GET', maps, undefined, { ...asJane, authorization: 'Bearer x' })
  expect(refused.body).toMatchObject({
    message:
      'users "jane" is forbidden: User "bob" cannot impersonate resource "users" in API group "" at the cluster scope',
  })
})

const nobodyMuch = { name: 'bob', uid: '', groups: [], extra: {} }
