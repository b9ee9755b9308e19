import { join } from 'node:path'
import { Informer } from '../../../controller/informer.ts'
import {
  type LeaseRecord,
  leases,
  microTime,
  recordOf,
  specOf,
} from '../../../controller/election/lease-record.ts'
import { clusterKind } from '../../../kinds/cluster.ts'
import { apiVersion } from '../../../kinds/group.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import type { JsonObject } from '../../../objects/json.ts'
import { type KubeObject, conditionOf, nameOf } from '../../../objects/kube-object.ts'
import { claimName } from '../../../sdk/delegation/asked-conditions.ts'
import { clusterBoard } from '../../../site/cluster/cluster-board.ts'
import { makeOwnFolder } from '../../../std/node/own-folder.ts'
import { sleep } from '../../../std/sleep.ts'
import { applyPlatform } from '../../platform/apply-platform.ts'
import { platformObjects } from '../../platform/platform-objects.ts'
import { type ServedSandbox, serveSandbox } from '../../platform/serve-sandbox.ts'
import { platformManagers } from './operator-writes.ts'

/** A Cluster or a Lease as it was at some moment, in milliseconds since 1970. */
export interface Seen {
  readonly at: number
  readonly object: KubeObject
}

const lookMilliseconds = 50
/** The holder of claims that are not the operator's. */
export const otherHolder = 'somebody-else'

/** A platform that asks operators for conditions and notes everything that they write. */
export class OperatorStage {
  readonly kubeconfig: string
  readonly client: KubeClient
  readonly #served: ServedSandbox
  readonly #stopping = new AbortController()
  readonly #clusters = new Map<string, Seen[]>()
  readonly #leases = new Map<string, Seen[]>()
  readonly #waiting = new Map<string, readonly string[]>()
  #following: Promise<unknown> = Promise.resolve()

  private constructor(served: ServedSandbox) {
    this.#served = served
    this.client = served.client
    this.kubeconfig = served.kubeconfig
  }

  static async open(
    folder: string,
    program: { readonly file: string; readonly version: string },
  ): Promise<OperatorStage> {
    const own = join(folder, 'api')
    await makeOwnFolder(own)
    const userAgent = `outrigger/${program.version}`
    const served = await serveSandbox({ folder: own, port: 0, userAgent, onFailure: () => {} })
    const stage = new OperatorStage(served)
    const input = { tenants: [], tenantRights: 'namespace', repositories: [] } as const
    const objects = platformObjects(input, program.file)
    const { signal } = stage.#stopping
    await applyPlatform(objects, 'accept', { client: served.client, told: () => {} }, signal)
    await stage.#follow()
    return stage
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#following
    await this.#served.stop()
  }

  /** Shows a Cluster that delegates these conditions; none of them has its turn. */
  async show(name: string, conditions: readonly string[]): Promise<void> {
    const features = { delegateConditions: [...conditions] }
    const spec = { kubeconfig: { secretName: name }, features }
    const body = { apiVersion, kind: clusterKind.kind, metadata: { name }, spec }
    const how = { force: true, fieldManager: platformManagers.own }
    await applyObject(this.client, resourceOf(clusterKind), body, how, this.#stopping.signal)
    this.#waiting.set(name, conditions)
    await this.#write(name, [])
  }

  /** Asks for a condition, as a platform does, until that moment in milliseconds since 1970. */
  async ask(name: string, condition: string, until: number): Promise<void> {
    await clusterBoard(this.client, name).ask(condition, this.#stopping.signal)
    const waiting = this.#waiting.get(name) ?? []
    this.#waiting.set(
      name,
      waiting.filter((one) => one !== condition),
    )
    await this.#write(name, [{ condition, since: timeOf(Date.now()), until: timeOf(until) }])
  }

  /** Gives a condition up, as a platform does when the time is over. */
  async giveUp(name: string, condition: string): Promise<void> {
    const message = 'the operator did not finish it in time'
    const failed = conditionWith(condition, { status: 'False', reason: 'Failed', message })
    await this.#status(name, { conditions: [failed] }, platformManagers.asking)
  }

  /** Holds the claim of a condition as somebody else for so many seconds. */
  async claim(name: string, condition: string, durationSeconds: number): Promise<void> {
    const now = microTime(Date.now())
    const times = { acquireTime: now, renewTime: now, transitions: 0 }
    const record: LeaseRecord = { holder: otherHolder, durationSeconds, ...times }
    const metadata = { namespace: platformNamespace, name: claimName(name, condition) }
    const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }
    const body = { ...kind, metadata, spec: specOf(record) }
    const how = { force: true, fieldManager: otherHolder }
    await applyObject(this.client, leases, body, how, this.#stopping.signal)
  }

  /** Everything that a Cluster was. */
  seen(name: string): readonly Seen[] {
    return this.#clusters.get(name) ?? []
  }

  /** Everything that the claim of a condition was. */
  claims(name: string, condition: string): readonly (LeaseRecord & { readonly at: number })[] {
    const found = this.#leases.get(claimName(name, condition)) ?? []
    return found.map(({ at, object }) => ({ ...recordOf(object), at }))
  }

  /** The condition as it is now. */
  now(name: string, condition: string) {
    const last = this.seen(name).at(-1)
    return last === undefined ? undefined : conditionOf(last.object, condition)
  }

  /** Waits until something holds, at most so many milliseconds; says whether it does. */
  async until(holds: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const end = Date.now() + milliseconds
    while (!holds()) {
      if (Date.now() > end) return false
      await sleep(lookMilliseconds, signal)
    }
    return true
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping
    const clusters = new Informer(this.client, { resource: resourceOf(clusterKind) }, {})
    const own = { resource: leases, namespace: platformNamespace }
    const claims = new Informer(this.client, own, {})
    clusters.addHandler(({ object }) => note(this.#clusters, object))
    claims.addHandler(({ type, object }) => {
      if (type !== 'deleted') note(this.#leases, object)
    })
    const quiet = (informer: Informer) => informer.run(signal).catch(() => undefined)
    this.#following = Promise.all([quiet(clusters), quiet(claims)])
    await Promise.all([clusters.untilSynced(signal), claims.untilSynced(signal)])
  }

  // A condition that is asked for is left out: it belongs to the operator that was asked.
  async #write(name: string, delegated: readonly JsonObject[]): Promise<void> {
    const message = 'its turn has not come'
    const conditions = (this.#waiting.get(name) ?? []).map((type) =>
      conditionWith(type, { status: 'Unknown', reason: 'Waiting', message }),
    )
    await this.#status(name, { phase: 'Pending', delegated, conditions }, platformManagers.own)
  }

  async #status(name: string, status: JsonObject, fieldManager: string): Promise<void> {
    const body = { apiVersion, kind: clusterKind.kind, metadata: { name }, status }
    const how = { subresource: 'status', force: true, fieldManager } as const
    await applyObject(this.client, resourceOf(clusterKind), body, how, this.#stopping.signal)
  }
}

function note(all: Map<string, Seen[]>, object: KubeObject): void {
  const name = nameOf(object)
  all.set(name, [...(all.get(name) ?? []), { at: Date.now(), object }])
}

function conditionWith(
  type: string,
  words: { readonly status: string; readonly reason: string; readonly message: string },
): JsonObject {
  return { type, ...words, lastTransitionTime: timeOf(Date.now()) }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}
