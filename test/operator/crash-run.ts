import { allKinds } from '../../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { isKubeError } from '../../src/kube/errors.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { ChartRepository } from './chart-repository.ts'
import { CrashCluster } from './crash-cluster.ts'
import { crashCharts } from './crash-charts.ts'
import { lastRevision, untilConverged } from './crash-check.ts'
import { type DesiredPlugin, doneDesired, firstDesired, nextDesired } from './crash-desired.ts'
import { platformRights, rights } from './platform-rights.ts'
import { core, crds } from './resources.ts'

export interface CrashOptions {
  readonly kills: number
  readonly plugins: number
  readonly seed: number
  readonly told: (line: string) => void
}

const platform = 'outrigger-system'
const tenants = ['tenant-a', 'tenant-b', 'tenant-c'] as const
const resource = resourceOf(pluginKind)
const never = new AbortController().signal
const latestKill = 4000
const rbacGroup = 'rbac.authorization.k8s.io'

/**
 * Asks plugins of the platform and of tenants for something else again and again (other values, another version, disabling,
 * deleting, rolling back), and kills an operator or cuts all of them off at a random moment each time. Another one stands
 * by. Gives what did not become as it was asked for, was done twice, was left or was somebody else's: empty when all is well.
 */
export async function crashOperator(options: CrashOptions): Promise<readonly string[]> {
  const cluster = await CrashCluster.open()
  const charts = await ChartRepository.start(crashCharts)
  try {
    return await new CrashRun(cluster, charts.url, options).all()
  } finally {
    await charts.stop()
    await cluster.close()
  }
}

class CrashRun {
  private readonly cluster: CrashCluster
  private readonly client: KubeClient
  private readonly options: CrashOptions
  private readonly repo: string
  private random: number
  private wanted: readonly DesiredPlugin[]

  constructor(cluster: CrashCluster, repo: string, options: CrashOptions) {
    this.cluster = cluster
    this.client = cluster.client
    this.options = options
    this.repo = repo
    this.random = options.seed
    this.wanted = firstDesired(options.plugins, { repo, namespaces: [platform, ...tenants] })
  }

  async all(): Promise<readonly string[]> {
    await this.prepare()
    const problems: string[] = []
    let kills = 0
    for (let round = 1; kills < this.options.kills; round++) {
      this.cluster.run(2, this.repo)
      await this.cluster.untilLed()
      await this.change(round)
      const after = Math.floor(this.draw() * latestKill)
      await pause(after)
      const { what, killed } = await this.disturb(round)
      kills += killed
      this.cluster.run(2, this.repo)
      const others = { clash: clashAt(round), tenants, mayFail: killed === 0 }
      const found = await untilConverged(this.client, this.wanted, others)
      this.wanted = await Promise.all(
        this.wanted.map(async (one) => doneDesired(one, await lastRevision(this.client, one))),
      )
      problems.push(...found.map((one) => `round ${round}: ${one}`))
      const end = found.length === 0 ? 'converged' : found.join('; ')
      this.options.told(`${round} ${what} after ${after} ms, ${kills} kills: ${end}`)
    }
    return problems
  }

  // Every way to lose an operator, or to be lost by it.
  private async disturb(round: number): Promise<{ what: string; killed: number }> {
    const turn = round % 5
    if (turn === 0) {
      const time = 500 + Math.floor(this.draw() * 4000)
      await this.cluster.partition(time)
      return { what: `cut off for ${time} ms`, killed: 0 }
    }
    const whom = turn === 2 ? 'all' : 'leader'
    const left = turn === 3 ? 'lease' : 'nothing'
    const killed = await this.cluster.kill(whom, left)
    const waits = left === 'lease' ? ', whose Lease is waited for,' : ''
    return { what: `killed ${whom}${waits}`, killed }
  }

  private async change(round: number): Promise<void> {
    const next = this.wanted.map((one, at) => nextDesired(one, at, round, () => this.draw()))
    for (const [at, wanted] of next.entries()) {
      const { namespace, name, state, spec } = wanted
      if (wanted === this.wanted[at]) continue
      if (state === 'deleted') await this.deletePlugin(namespace, name)
      else await this.apply(resource, plugin(namespace, name, spec))
    }
    this.wanted = next
    for (const namespace of tenants) {
      const spec = { repo: this.repo, name: 'clash', version: '1.0.0', values: { round } }
      if (clashAt(round) === 'gone') await this.deletePlugin(namespace, 'clash')
      else await this.apply(resource, plugin(namespace, 'clash', spec))
    }
  }

  private async deletePlugin(namespace: string, name: string): Promise<void> {
    await deleteObject(this.client, { resource, namespace, name }, {}, never)
  }

  private async apply(kind: ApiResource, object: KubeObject): Promise<void> {
    const options = { fieldManager: 'tester', force: true }
    await applyObject(this.client, kind, object, options, never)
  }

  private async prepare(): Promise<void> {
    for (const kind of allKinds) {
      await this.apply(crds, customResourceDefinition(kind) as KubeObject)
    }
    await this.apply(core('Namespace'), named('v1', 'Namespace', platform))
    for (const { resource: kind, object } of platformRights()) await this.apply(kind, object)
    for (const tenant of tenants) await this.openTenant(tenant)
    await untilServed(this.client)
  }

  // Rights over what its charts have and over records; none over Leases.
  private async openTenant(name: string): Promise<void> {
    await this.apply(core('Namespace'), named('v1', 'Namespace', name))
    await this.apply(core('ServiceAccount'), named('v1', 'ServiceAccount', 'outrigger', name))
    const rules: readonly JsonObject[] = [
      { apiGroups: [''], resources: ['secrets', 'configmaps', 'pods'], verbs: ['*'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['*'] },
      { apiGroups: ['batch'], resources: ['jobs'], verbs: ['*'] },
    ]
    const role = named(`${rbacGroup}/v1`, 'Role', 'outrigger', name)
    await this.apply(rights.role, { ...role, rules })
    await this.apply(rights.binding, {
      ...named(`${rbacGroup}/v1`, 'RoleBinding', 'outrigger', name),
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name: 'outrigger' },
      subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: name }],
    })
    const theirs = named('v1', 'ConfigMap', 'theirs', name)
    await createObject(
      this.client,
      core('ConfigMap'),
      { ...theirs, data: { of: 'somebody' } },
      { fieldManager: 'somebody' },
      never,
    )
  }

  private draw(): number {
    this.random = (this.random * 16_807) % 2_147_483_647
    return this.random / 2_147_483_647
  }
}

// A plugin that wants what somebody else made comes and goes.
function clashAt(round: number): 'refused' | 'gone' {
  return round % 3 === 0 ? 'gone' : 'refused'
}

function plugin(namespace: string, name: string, spec: JsonObject): KubeObject {
  return { apiVersion, kind: 'Plugin', metadata: { name, namespace }, spec }
}

function named(version: string, kind: string, name: string, namespace?: string): KubeObject {
  const place = namespace === undefined ? {} : { namespace }
  return { apiVersion: version, kind, metadata: { name, ...place } }
}

async function untilServed(client: KubeClient): Promise<void> {
  for (;;) {
    try {
      await listObjects(client, { resource }, {}, never)
      return
    } catch (error) {
      if (!isKubeError(error, 'not-found')) throw error
      await pause(50)
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
