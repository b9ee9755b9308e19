import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberAt, textAt } from '../../src/objects/kube-object.ts'
import type { Json } from '../../src/objects/json.ts'
import { createRawClient, type RawClient } from '../testbed/send.ts'
import { startWithRealControllers } from './real-controllers.ts'
import type { Embedded } from './start-embedded.ts'
import { workloads } from './workloads.ts'

// The unmodified kube-controller-manager, kube-scheduler and kwok judge our API server.

const space = '/api/v1/namespaces/work'
const patience = 90_000
let folder = ''
let embedded: Embedded
let client: RawClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-embedded-'))
  embedded = await startWithRealControllers(folder)
  client = createRawClient(embedded.layout.admin)
})

afterAll(async () => {
  client.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
})

async function read(path: string): Promise<Json | undefined> {
  const { status, body } = await client.send({ method: 'GET', path })
  return status === 200 ? (JSON.parse(body) as Json) : undefined
}

async function write(method: string, path: string, object: Json): Promise<number> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = { 'content-type': type }
  return (await client.send({ method, path, headers, body: JSON.stringify(object) })).status
}

async function until(path: string, holds: (found: Json | undefined) => boolean): Promise<void> {
  const deadline = Date.now() + patience
  while (!holds(await read(path))) {
    if (Date.now() > deadline) throw new Error(`${path} stays ${JSON.stringify(await read(path))}`)
    await sleep(100)
  }
}

const status = (field: string, count: number) => (found: Json | undefined) =>
  numberAt(found, ['status', field]) === count

test(
  'workloads become ready, are scaled and go with their namespace',
  { timeout: 300_000 },
  async () => {
    for (const [path, object] of workloads) expect(await write('POST', path, object)).toBe(201)
    const apps = '/apis/apps/v1/namespaces/work'
    const batch = '/apis/batch/v1/namespaces/work'
    await until(`${apps}/deployments/web`, status('readyReplicas', 4))
    await until(`${apps}/statefulsets/db`, status('readyReplicas', 2))
    await until(`${apps}/daemonsets/agent`, status('numberReady', 1))
    await until(`${batch}/jobs/once`, status('succeeded', 1))
    await until(
      `${space}/persistentvolumeclaims/data-db-0`,
      (found) => textAt(found, ['status', 'phase']) === 'Bound',
    )
    await until(
      '/apis/policy/v1/namespaces/work/poddisruptionbudgets/web',
      status('disruptionsAllowed', 2),
    )
    const replicas = { spec: { replicas: 5 } }
    expect(await write('PATCH', `${apps}/deployments/web/scale`, replicas)).toBe(200)
    await until(`${apps}/deployments/web`, status('readyReplicas', 5))
    const foreground = `${apps}/deployments/web?propagationPolicy=Foreground`
    expect((await client.send({ method: 'DELETE', path: foreground })).status).toBe(200)
    await until(`${apps}/deployments/web`, (found) => found === undefined)
    await client.send({ method: 'DELETE', path: space })
    await until(space, (found) => found === undefined)
  },
)
