import { describe, expect, test } from 'vitest'
import type { Json } from '../../objects/json.ts'
import { readPath } from '../../objects/kube-object.ts'
import { localClient } from '../local-client-for-test.ts'
import { until } from '../until-for-test.ts'

const core = '/api/v1/namespaces/default'
const image = { name: 'a', image: 'a' }

function pod(spec: object = {}, name = 'one'): Json {
  return { metadata: { name }, spec: { containers: [image], ...spec } }
}

const limits = (limit: object): Json =>
  ({ metadata: { name: 'limits' }, spec: { limits: [limit] } }) as Json

const small = { requests: { cpu: '100m' }, limits: { cpu: '2' } }

interface Row {
  readonly name: string
  /** The objects that are there before, as a path and an object. */
  readonly given?: readonly (readonly [path: string, object: Json])[]
  readonly send: readonly [path: string, object: Json]
  readonly status: number
  readonly shows: unknown
}

const rows: readonly Row[] = [
  {
    name: 'a pod acts as the default account and finds its token',
    send: [`${core}/pods`, pod()],
    status: 201,
    shows: {
      spec: {
        serviceAccountName: 'default',
        serviceAccount: 'default',
        priority: 0,
        preemptionPolicy: 'PreemptLowerPriority',
        containers: [
          {
            volumeMounts: [
              { readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
            ],
          },
        ],
      },
    },
  },
  {
    name: 'a pod of an account that is not there is refused',
    send: [`${core}/pods`, pod({ serviceAccountName: 'nobody' })],
    status: 403,
    shows: {
      message:
        'pods "one" is forbidden: error looking up service account default/nobody: serviceaccount "nobody" not found',
    },
  },
  {
    name: 'a pod of a priority class gets its value',
    send: [`${core}/pods`, pod({ priorityClassName: 'system-node-critical' })],
    status: 201,
    shows: { spec: { priority: 2_000_001_000 } },
  },
  {
    name: 'a pod of a class that is not there is refused',
    send: [`${core}/pods`, pod({ priorityClassName: 'none' })],
    status: 403,
    shows: { message: 'pods "one" is forbidden: no PriorityClass with name none was found' },
  },
  {
    name: 'a limit range gives what a container leaves out',
    given: [
      [
        `${core}/limitranges`,
        limits({ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '100m' } }),
      ],
    ],
    send: [`${core}/pods`, pod()],
    status: 201,
    shows: {
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: cpu request for container a; cpu limit for container a',
        },
      },
      spec: { containers: [{ resources: { limits: { cpu: '1' }, requests: { cpu: '100m' } } }] },
    },
  },
  {
    name: 'a limit range refuses what is above it',
    given: [[`${core}/limitranges`, limits({ type: 'Container', max: { cpu: '1' } })]],
    send: [`${core}/pods`, pod({ containers: [{ ...image, resources: small }] })],
    status: 403,
    shows: {
      message: 'pods "one" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    },
  },
  {
    name: 'a claim without a class gets the default one, and is protected',
    given: [
      [
        '/apis/storage.k8s.io/v1/storageclasses',
        {
          metadata: {
            name: 'standard',
            annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
          },
          provisioner: 'p',
        },
      ],
    ],
    send: [
      `${core}/persistentvolumeclaims`,
      {
        metadata: { name: 'one' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
    status: 201,
    shows: {
      metadata: { finalizers: ['kubernetes.io/pvc-protection'] },
      spec: { storageClassName: 'standard' },
    },
  },
]

test.each(rows)('$name', async ({ given = [], send: [path, object], status, shows }) => {
  const { send } = await localClient()
  for (const [where, what] of given) expect((await send('POST', where, what)).status).toBe(201)
  expect(await send('POST', path, object)).toMatchObject({ status, body: shows })
})

const requesting = (cpu: string, name: string) =>
  pod({ containers: [{ ...image, resources: { requests: { cpu } } }] }, name)

describe('a quota', () => {
  const hard = { pods: '1', 'requests.cpu': '1', 'count/configmaps': '3' }

  async function withQuota() {
    const client = await localClient()
    const path = `${core}/resourcequotas/all`
    await client.send('POST', `${core}/resourcequotas`, {
      metadata: { name: 'all' },
      spec: { hard },
    })
    const used = async (name: string) =>
      readPath((await client.send('GET', path)).body, ['status', 'used', name])
    await until(async () => (await used('count/configmaps')) === '1')
    return { ...client, used }
  }

  test('counts what is there and refuses what is too much', async () => {
    const { send, used } = await withQuota()
    expect(await send('POST', `${core}/pods`, requesting('2', 'large'))).toMatchObject({
      status: 403,
      body: {
        message:
          'pods "large" is forbidden: exceeded quota: all, requested: requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=1',
      },
    })
    expect((await send('POST', `${core}/pods`, requesting('500m', 'first'))).status).toBe(201)
    expect(await used('requests.cpu')).toBe('500m')
    expect(await send('POST', `${core}/pods`, requesting('100m', 'second'))).toMatchObject({
      status: 403,
      body: {
        message:
          'pods "second" is forbidden: exceeded quota: all, requested: pods=1, used: pods=1, limited: pods=1',
      },
    })
    await send('DELETE', `${core}/pods/first`)
    await until(async () => (await used('pods')) === '0')
  })

  test('asks containers for what it limits', async () => {
    const { send } = await withQuota()
    expect(await send('POST', `${core}/pods`, pod())).toMatchObject({
      status: 403,
      body: {
        message: 'pods "one" is forbidden: failed quota: all: must specify requests.cpu for: a',
      },
    })
  })
})

test('a deleted claim goes when the pod that uses it has gone', async () => {
  const { send } = await localClient()
  const claims = `${core}/persistentvolumeclaims`
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  await send('POST', claims, { metadata: { name: 'kept' }, spec })
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'kept' } }]
  await send('POST', `${core}/pods`, pod({ volumes }))
  await send('DELETE', `${claims}/kept`)
  expect((await send('GET', `${claims}/kept`)).status).toBe(200)
  await send('DELETE', `${core}/pods/one`)
  await until(async () => (await send('GET', `${claims}/kept`)).status === 404)
})
