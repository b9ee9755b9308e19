import type { KubeClient } from '../kube/client.ts'
import { getObject } from '../kube/objects/get-object.ts'
import { listObjects } from '../kube/objects/list-objects.ts'
import { createObject } from '../kube/objects/write-object.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import type { Delays } from './delays.ts'
import { type ResourceName, resources } from './resources.ts'
import { startSandbox } from './start-sandbox.ts'

/** A sandbox in this process whose workloads live in a time of their own. */
export interface TestSandbox {
  readonly client: KubeClient
  readonly create: (name: ResourceName, object: object) => Promise<KubeObject>
  readonly get: (name: ResourceName, object: string) => Promise<KubeObject | undefined>
  readonly list: (name: ResourceName) => Promise<readonly KubeObject[]>
  /** Lets so many milliseconds pass for workloads, and what they write arrive. */
  readonly pass: (milliseconds: number) => Promise<void>
  /** Throws what went wrong inside. */
  readonly stop: () => Promise<void>
}

const signal = new AbortController().signal

export async function testSandbox(delays: Partial<Delays> = {}): Promise<TestSandbox> {
  const workloadClock = new VirtualClock()
  const failures: unknown[] = []
  let seed = 1
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const onFailure = (error: unknown) => void failures.push(error)
  const sandbox = await startSandbox({ workloadClock, delays, random, onFailure })
  const client = sandbox.client({ fieldManager: 'test' })
  return {
    client,
    create: async (name, object) => {
      const { kind, group, version } = resources[name]
      const apiVersion = group === '' ? version : `${group}/${version}`
      const whole = { apiVersion, kind, ...object } as KubeObject
      return (await createObject(client, resources[name], whole, {}, signal)).object
    },
    get: (name, object) =>
      getObject(
        client,
        {
          resource: resources[name],
          name: object,
          ...(resources[name].namespaced && { namespace: 'default' }),
        },
        {},
        signal,
      ),
    list: async (name) =>
      (await listObjects(client, { resource: resources[name], namespace: 'default' }, {}, signal))
        .objects,
    pass: async (milliseconds) => {
      // In small steps, so that what one part writes reaches the next in its time.
      for (let left = milliseconds; left > 0; left -= 50) {
        await workloadClock.advance(Math.min(50, left))
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
    },
    stop: async () => {
      // A request that the stop itself cuts off is no failure.
      const before = [...failures]
      await sandbox.stop()
      if (before.length > 0) throw new AggregateError(before, 'the sandbox had failures')
    },
  }
}
