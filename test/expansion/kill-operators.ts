import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { expansionKind } from '../../src/kinds/expansion.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { type KubeObject, conditionOf, readPath } from '../../src/objects/kube-object.ts'
import { sleep } from '../../src/std/sleep.ts'

export interface OperatorKills {
  readonly client: KubeClient
  readonly kubeconfig: string
  readonly folder: string
  /** The package in a registry. */
  readonly package: string
  /** The host of the site's registry; each kill that came too late gets a folder of its own. */
  readonly host: string
  readonly kills: number
}

export interface KilledOperators {
  readonly kills: number
  /** The folder of the registry that the last one carried the package out to. */
  readonly site: string
  readonly steps: readonly string[]
}

const never = new AbortController().signal
const patience = 5 * 60_000
const resource = resourceOf(expansionKind)
const name = 'large'
const program = resolve(import.meta.dirname, '../../bench/operator-child.ts')
const lease = {
  resource: {
    group: 'coordination.k8s.io',
    version: 'v1',
    resource: 'leases',
    kind: 'Lease',
    namespaced: true,
  },
  namespace: 'outrigger-system',
  name: 'outrigger-operator',
} as const

/** Operators that carry an Expansion out, each killed at a random moment; the last one is left to finish. */
export async function killOperators(job: OperatorKills): Promise<KilledOperators> {
  let [kills, sites, span] = [0, 0, 4000]
  await ask(job, sites)
  while (kills < job.kills) {
    const operator = await startOperator(job)
    const began = performance.now()
    const wait = Math.random() * span
    while (performance.now() - began < wait && !(await isReady(job.client))) await sleep(20, never)
    const wasReady = await isReady(job.client)
    await kill(operator, job.client)
    if (!wasReady) {
      kills++
      continue
    }
    // It was done before it could be killed: another folder of the registry has all the work again.
    span = performance.now() - began
    await ask(job, ++sites)
  }
  const last = await startOperator(job)
  try {
    while (!(await isReady(job.client))) await sleep(50, never)
    await untilInstalled(job.client)
  } finally {
    await kill(last, job.client)
  }
  return { kills, site: siteOf(sites), steps: stepsOf(await read(job.client)) }
}

// A judge that never ends says less than one that finds a Plugin not ready.
async function untilInstalled(client: KubeClient): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    const { objects } = await listObjects(client, { resource: resourceOf(pluginKind) }, {}, never)
    if (objects.every((one) => conditionOf(one, 'Ready')?.status === 'True')) return
    await sleep(200, never)
  }
}

function siteOf(at: number): string {
  return `operator-site-${at}`
}

async function ask(job: OperatorKills, site: number): Promise<void> {
  const spec = { package: job.package, registry: `${job.host}/${siteOf(site)}` }
  const wanted = { apiVersion, kind: 'Expansion', metadata: { name }, spec }
  await applyObject(job.client, resource, wanted, {}, never)
}

function read(client: KubeClient): Promise<KubeObject | undefined> {
  return getObject(client, { resource, name }, {}, never)
}

async function isReady(client: KubeClient): Promise<boolean> {
  const object = await read(client)
  if (object === undefined) return false
  const isSeen =
    readPath(object, ['status', 'observedGeneration']) ===
    readPath(object, ['metadata', 'generation'])
  return isSeen && conditionOf(object, 'Ready')?.status === 'True'
}

function stepsOf(object: KubeObject | undefined): readonly string[] {
  const steps = readPath(object, ['status', 'steps']) as
    | readonly { readonly name: string; readonly state: string; readonly message?: string }[]
    | undefined
  return (steps ?? []).map((step) => `${step.state} ${step.name}: ${step.message ?? ''}`)
}

async function startOperator({ kubeconfig, folder }: OperatorKills): Promise<ChildProcess> {
  const child = fork(program, [kubeconfig, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise<void>((leading, failed) => {
    child.once('message', () => leading())
    child.once('exit', (code) => failed(new Error(`the operator ended with ${code ?? 'a signal'}`)))
  })
  return child
}

// The next one does not wait for the Lease of the dead.
async function kill(child: ChildProcess, client: KubeClient): Promise<void> {
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGKILL')
  await ended
  await deleteObject(client, lease, {}, never)
}
