// Operators that break the protocol of docs/spec/delegation.md, each in one way: `node bad-operator.ts NAME`.
import { Informer } from '../../../src/controller/informer.ts'
import { leases, microTime, specOf } from '../../../src/controller/election/lease-record.ts'
import { clusterKind } from '../../../src/kinds/cluster.ts'
import { apiVersion } from '../../../src/kinds/group.ts'
import { resourceOf } from '../../../src/kinds/kind-definition.ts'
import { applyObject } from '../../../src/kube/objects/apply-object.ts'
import { secrets } from '../../../src/kube/objects/core-resources.ts'
import { getObject } from '../../../src/kube/objects/get-object.ts'
import { updateObject } from '../../../src/kube/objects/write-object.ts'
import {
  type KubeObject,
  conditionOf,
  listAt,
  nameOf,
  textAt,
} from '../../../src/objects/kube-object.ts'
import { askedConditions, claimName } from '../../../src/sdk/delegation/asked-conditions.ts'
import { type ConditionWork, runConditionOperator, connectToCluster } from '../../../src/sdk/sdk.ts'
import { sleep } from '../../../src/std/sleep.ts'

const [, , fault = ''] = process.argv
const condition = 'EnsureMetricsServer'
const othersCondition = 'EnsureSomebodyElses'
const resource = resourceOf(clusterKind)
const { signal } = new AbortController()
const { client } = await connectToCluster({ environment: process.env })
if (fault !== 'ignores-the-end') process.once('SIGTERM', () => process.exit(0))
else process.on('SIGTERM', () => undefined)

/** Does the work that the check of the kit looks for. */
async function doWork(cluster: string): Promise<void> {
  const metadata = { name: `metrics-server-${cluster}`, namespace: 'outrigger-system' }
  const body = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { cluster } }
  await applyObject(client, secrets, body, { force: true }, signal)
}

async function say(name: string, type: string, status: string, reason = 'Done'): Promise<void> {
  const lastTransitionTime = microTime(Date.now()).replace(/\.\d+Z$/, 'Z')
  const message = `says ${fault}`
  const words = { conditions: [{ type, status, reason, message, lastTransitionTime }] }
  const body = { apiVersion, kind: 'Cluster', metadata: { name }, status: words }
  const how = { subresource: 'status', force: true, fieldManager: `bad-${type}` } as const
  await applyObject(client, resource, body, how, signal)
}

async function claim(name: string): Promise<void> {
  const now = microTime(Date.now())
  const record = { holder: 'bad', durationSeconds: 15, acquireTime: now, renewTime: now }
  const metadata = { namespace: 'outrigger-system', name: claimName(name, condition) }
  const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }
  const body = { ...kind, metadata, spec: specOf({ ...record, transitions: 0 }) }
  await applyObject(client, leases, body, { force: true, fieldManager: 'bad' }, signal)
}

/** Calls for every Cluster that asks, once for each question. */
async function onAsked(act: (name: string, object: KubeObject) => Promise<void>): Promise<never> {
  const busy = new Set<string>()
  const informer = new Informer(client, { resource }, {})
  informer.addHandler(({ object }) => {
    const name = nameOf(object)
    const isAsked = askedConditions(object, Date.now()).some((one) => one.condition === condition)
    if (!isAsked || busy.has(name)) return
    busy.add(name)
    void act(name, object)
      .catch((error: unknown) => console.error(error))
      .finally(() => busy.delete(name))
  })
  return await informer.run(signal)
}

/** An operator that keeps to the protocol, but for its work. */
async function good(work: (work: ConditionWork) => Promise<string>): Promise<void> {
  await runConditionOperator(client, { name: 'bad', conditions: { [condition]: work } }, signal)
}

async function properly(name: string): Promise<string> {
  await doWork(name)
  return 'is there'
}

const faults: Readonly<Record<string, () => Promise<unknown>>> = {
  crashes: () => onAsked(async () => process.exit(7)),
  hangs: () => onAsked(() => sleep(2 ** 30, signal)),
  'never-ends': () =>
    good(async ({ report }) => {
      for (let percent = 0; ; percent++) {
        await report(`${percent} %`)
        await sleep(1000, signal)
      }
    }),
  lies: () => good(async () => 'is there, honestly'),
  'answers-twice': () =>
    good(async ({ cluster }) => {
      const name = nameOf(cluster)
      setTimeout(() => void say(name, condition, 'False', 'Changed'), 2000)
      return await properly(name)
    }),
  'claims-what-is-not-delegated': async () => {
    const informer = new Informer(client, { resource }, {})
    informer.addHandler(({ object, type }) => {
      if (type === 'added') void claim(nameOf(object)).then(() => properly(nameOf(object)))
    })
    void good(({ cluster }) => properly(nameOf(cluster)))
    await informer.run(signal)
  },
  'steals-a-lease': () =>
    onAsked(async (name) => {
      await claim(name)
      await properly(name)
      await say(name, condition, 'True')
    }),
  'writes-anothers-condition': () =>
    good(async ({ cluster }) => {
      await say(nameOf(cluster), othersCondition, 'True')
      return await properly(nameOf(cluster))
    }),
  'does-not-claim': () =>
    onAsked(async (name) => {
      await properly(name)
      await say(name, condition, 'True')
    }),
  'answers-too-late': async () => {
    const informer = new Informer(client, { resource }, {})
    informer.addHandler(({ object }) => {
      const isFailed = conditionOf(object, condition)?.reason === 'Failed'
      if (isFailed) void say(nameOf(object), condition, 'True')
    })
    void good(({ cluster }) => properly(nameOf(cluster)))
    await informer.run(signal)
  },
  'writes-the-whole-status': () =>
    onAsked(async (name) => {
      await claim(name)
      await properly(name)
      const found = await getObject(client, { resource, name }, {}, signal)
      if (found === undefined) return
      const conditions = listAt(found, ['status', 'conditions']).map((one) =>
        textAt(one, ['type']) === condition
          ? { ...(one as object), status: 'True', reason: 'Done' }
          : one,
      )
      const body = {
        ...found,
        status: { ...(found['status'] as object), conditions },
      } as KubeObject
      await updateObject(
        client,
        resource,
        body,
        { subresource: 'status', fieldManager: 'bad' },
        signal,
      )
    }),
  'ignores-the-end': () => good(({ cluster }) => properly(nameOf(cluster))),
}

await faults[fault]?.()
