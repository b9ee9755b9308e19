import { copyFile, chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterKind } from '../../kinds/cluster.ts'
import { type Finding, type StatusCondition, datedConditions } from '../../kinds/conditions.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import type { Progress } from '../../sequence/marks.ts'
import { clusterBoard } from '../../site/cluster/cluster-board.ts'
import type { ClusterPlan } from '../../site/cluster/cluster-plan.ts'
import type { Operators } from '../../site/cluster/delegated-marks.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { makeOwnFolder } from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { applyPlatform } from '../platform/apply-platform.ts'
import { platformObjects } from '../platform/platform-objects.ts'
import { serveSandbox } from '../platform/serve-sandbox.ts'
import type { Ports } from '../verb.ts'

/** The kubeconfig of the API that the installer serves, in the shared folder. */
const installerKubeconfig = 'installer.kubeconfig'

interface OpenApi {
  readonly client: KubeClient
  readonly stop: () => Promise<void>
}

/**
 * A Kubernetes API of the installer itself, for operators of delegated conditions: the first cluster has none yet. It is
 * opened when the first operator is asked or started, and keeps its objects for the next run.
 */
export class InstallerApi {
  readonly #paths: SitePaths
  readonly #ports: Ports
  readonly #plan: () => Promise<ClusterPlan>
  #open: Promise<OpenApi> | undefined
  #shown: Promise<void> = Promise.resolve()

  constructor(paths: SitePaths, ports: Ports, plan: () => Promise<ClusterPlan>) {
    this.#paths = paths
    this.#ports = ports
    this.#plan = plan
  }

  readonly operators: Operators = {
    ask: async (condition, signal) => (await this.#board()).ask(condition, signal),
    answers: async (signal) => (await this.#board()).answers(signal),
  }

  /** Opens it now, for an operator that is about to start; gives the path of its kubeconfig. */
  async open(): Promise<string> {
    await this.#api()
    return join(this.#paths.shared, installerKubeconfig)
  }

  /** Shows how the conditions stand; nothing while nobody looks. */
  show(progress: Progress, seconds: DelegatedSeconds): void {
    if (this.#open === undefined) return
    this.#shown = this.#shown.then(() => this.#write(progress, seconds)).catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#shown
    await (await this.#open)?.stop()
  }

  #api(): Promise<OpenApi> {
    this.#open ??= this.#start()
    return this.#open
  }

  async #board(): Promise<Operators> {
    const { client } = await this.#api()
    return clusterBoard(client, (await this.#plan()).name)
  }

  async #start(): Promise<OpenApi> {
    const { state, shared } = this.#paths
    const folder = join(state, 'api')
    await makeOwnFolder(folder)
    await makeOwnFolder(shared)
    const { signal } = new AbortController()
    const portFile = join(state, 'api-port')
    const userAgent = `outrigger/${this.#ports.program.version}`
    const before = Number(await readFile(portFile, 'utf8').catch(() => '0'))
    const options = { folder, userAgent, onFailure: quiet }
    // The same address as before, so that an operator that runs goes on; another when somebody else has it now.
    const served = await serveSandbox({ ...options, port: before }).catch(() =>
      serveSandbox({ ...options, port: 0 }),
    )
    await writeFileAtomically(portFile, new URL(served.url).port, signal, { mode: 0o600 })
    const target = join(shared, installerKubeconfig)
    await copyFile(served.kubeconfig, target)
    await chmod(target, 0o600)
    const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
    const objects = platformObjects(input, this.#ports.program.file)
    await applyPlatform(objects, 'accept', { client: served.client, told: quiet }, signal)
    await this.#writeCluster(served.client, signal)
    return { client: served.client, stop: served.stop }
  }

  async #writeCluster(client: KubeClient, signal: AbortSignal): Promise<void> {
    const { name, version, machines, features } = await this.#plan()
    const spec =
      machines.length === 0
        ? { kubeconfig: { secretName: name }, features }
        : { version, machines: machines.map(withoutUndefined), features }
    const body = { apiVersion, kind: clusterKind.kind, metadata: { name }, spec }
    await applyObject(client, resourceOf(clusterKind), body, { force: true }, signal)
  }

  async #write({ marks, at }: Progress, seconds: DelegatedSeconds): Promise<void> {
    const { client } = await this.#api()
    const { name, features } = await this.#plan()
    const { signal } = new AbortController()
    const resource = resourceOf(clusterKind)
    const found = await getObject(client, { resource, name }, {}, signal)
    if (found === undefined) return
    const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    // A condition that was asked for belongs to its operator, also when it is done.
    const theirs = new Set(features.delegateConditions)
    const ours = marks.filter(({ step, reason }) => reason === 'Waiting' || !theirs.has(step))
    const findings = ours.map(({ step, status, reason, message }): Finding => ({
      type: step,
      status,
      reason,
      message,
    }))
    const delegated = marks
      .filter(({ reason }) => reason === 'Delegated')
      .map(({ step, since }) => ({ condition: step, ...timesOf(since, seconds.get(step), now) }))
    const before = listAt(found, ['status', 'conditions']) as unknown as readonly StatusCondition[]
    const conditions = datedConditions(findings, before, now)
    const phase = at === undefined ? 'Running' : 'Pending'
    const status = { phase, delegated, conditions } as unknown as JsonObject
    const body = { apiVersion, kind: clusterKind.kind, metadata: { name }, status }
    await applyObject(client, resource, body, { subresource: 'status', force: true }, signal)
  }
}

/** Seconds that operators have, by condition. */
export type DelegatedSeconds = ReadonlyMap<string, number>

function timesOf(since: number | undefined, seconds: number | undefined, now: string) {
  if (since === undefined) return { since: now }
  const until = seconds === undefined ? {} : { until: timeOf(since + seconds * 1000) }
  return { since: timeOf(since), ...until }
}

function timeOf(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z')
}

function quiet(): void {}

function withoutUndefined(record: object): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
