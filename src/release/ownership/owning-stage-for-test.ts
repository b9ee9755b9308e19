import { nodeEntropy } from '../../chart/node/entropy.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { readValues } from '../../chart/values/read-values.ts'
import { toBytes } from '../../formats/go-string.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import type { Json } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { ensureNamespace } from '../apply/ensure-namespace.ts'
import type { ReleaseChoices } from '../choices.ts'
import { type InstallInput, install } from '../install.ts'
import { leaderPorts } from '../leader-ports.ts'
import { planInstall, planUpgrade } from '../plan-change.ts'
import type { ReleasePorts } from '../ports.ts'
import { ReleaseStore } from '../record/store.ts'
import type { ReleaseEvent } from '../release.ts'
import { rollback } from '../rollback.ts'
import { type UninstallInput, uninstall } from '../uninstall.ts'
import { type UpgradeInput, upgrade } from '../upgrade.ts'

const never = new AbortController().signal

const choices: ReleaseChoices = {
  timeout: 20_000,
  wait: 'hooks',
  hooks: 'run',
  conflicts: 'fail',
  immutable: 'fail',
  takeOver: false,
  takeOwnership: false,
  onFailure: 'stay',
  cleanupOnFail: false,
  maxHistory: 10,
  labels: {},
}

export interface ChartParts {
  readonly templates?: string
  readonly crds?: string
}

type More = Partial<InstallInput & UpgradeInput>

/** A release of a namespace, by a leader or by somebody at the command line. */
export class OwningStage {
  readonly events: ReleaseEvent[] = []
  readonly client: KubeClient
  readonly place: { readonly namespace: string; readonly name: string }
  ports: ReleasePorts

  constructor(
    client: KubeClient,
    place: { readonly namespace: string; readonly name: string },
    who: 'leader' | 'person',
  ) {
    this.client = client
    this.place = place
    const leader = leaderPorts({ signal: never, throwIfLost: () => {} }, client)
    this.ports = {
      client,
      discovery: new Discovery(client),
      store: new ReleaseStore({ client }),
      identity: `${place.namespace}-${process.pid}`,
      entropy: nodeEntropy,
      report: (event) => this.events.push(event),
      ...(who === 'leader' ? { leader } : {}),
    }
  }

  static async open(
    client: KubeClient,
    namespace: string,
    who: 'leader' | 'person',
  ): Promise<OwningStage> {
    const stage = new OwningStage(client, { namespace, name: 'r' }, who)
    await ensureNamespace(namespace, stage.ports, never)
    return stage
  }

  install(chart: ChartParts, more: More = {}) {
    return install(this.installInput(chart, more), this.ports, never)
  }

  planInstall(chart: ChartParts, more: More = {}) {
    return planInstall(this.installInput(chart, more), this.ports, never)
  }

  upgrade(chart: ChartParts, more: More = {}) {
    return upgrade(this.upgradeInput(chart, more), this.ports, never)
  }

  planUpgrade(chart: ChartParts, more: More = {}) {
    return planUpgrade(this.upgradeInput(chart, more), this.ports, never)
  }

  rollback(revision: number, more: More = {}) {
    return rollback({ ...choices, ...this.place, ...more, revision }, this.ports, never)
  }

  uninstall(more: Partial<UninstallInput> = {}) {
    const how = { keepHistory: false, wait: false, cascade: 'background' } as const
    return uninstall({ ...choices, ...this.place, ...how, ...more }, this.ports, never)
  }

  /** Dies as soon as the record says what is about to be done. */
  async dieAtInstall(chart: ChartParts): Promise<void> {
    const stop = new AbortController()
    const { leader } = this.ports
    const report = (event: ReleaseEvent) => {
      if (event.type === 'recorded' && event.status === 'pending-install') stop.abort()
    }
    const lost = leaderPorts({ signal: stop.signal, throwIfLost: () => {} }, this.client)
    const dying = { ...this.ports, report, ...(leader === undefined ? {} : { leader: lost }) }
    await install(this.installInput(chart, {}), dying, stop.signal).catch(() => {})
  }

  /** Lets somebody act after the release has seen that an object is not there. */
  async betweenReadAndCreate(object: KubeObject, act: () => Promise<unknown>): Promise<void> {
    const { name } = object.metadata as { readonly name: string }
    let isDone = false
    const { client } = this
    const exchange: KubeClient['exchange'] = async (request, signal) => {
      const isRead = request.method === 'GET' && request.path.endsWith(`/${name}`)
      if (!isRead || isDone) return client.exchange(request, signal)
      isDone = true
      const answer = await client.exchange(request, signal).then(
        (value) => () => value,
        (error: unknown) => () => {
          throw error
        },
      )
      await act()
      return answer()
    }
    this.ports = { ...this.ports, client: { ...client, exchange } }
  }

  async statuses(): Promise<readonly string[]> {
    const found = await this.ports.store.history(this.place, never)
    return found.map(({ status }) => status)
  }

  messages(): readonly string[] {
    return this.events.flatMap((event) =>
      event.type === 'warning' || event.type === 'left-alone' ? [event.message] : [],
    )
  }

  /** Somebody else makes an object. */
  async byHand(object: KubeObject, manager = 'kubectl-create'): Promise<KubeObject> {
    const resource = await this.resourceOf(object)
    const options = { fieldManager: manager, force: true }
    return (await applyObject(this.client, resource, object, options, never)).object
  }

  async read(object: KubeObject): Promise<KubeObject | undefined> {
    const resource = await this.resourceOf(object)
    const { name } = object.metadata as { readonly name: string }
    const place = resource.namespaced ? { namespace: this.place.namespace } : {}
    return getObject(this.client, { resource, ...place, name }, {}, never)
  }

  async patch(object: KubeObject, patch: Json): Promise<void> {
    const resource = await this.resourceOf(object)
    const { name } = object.metadata as { readonly name: string }
    const place = resource.namespaced ? { namespace: this.place.namespace } : {}
    const target = { resource, ...place, name }
    const options = { fieldManager: 'kubectl-edit' }
    await patchObject(this.client, target, { type: 'merge', patch }, options, never)
  }

  async remove(object: KubeObject): Promise<void> {
    const resource = await this.resourceOf(object)
    const { name } = object.metadata as { readonly name: string }
    const place = resource.namespaced ? { namespace: this.place.namespace } : {}
    await deleteObject(this.client, { resource, ...place, name }, {}, never)
  }

  private async resourceOf({ apiVersion, kind }: KubeObject) {
    const [version = '', group = ''] = apiVersion.split('/').toReversed()
    const resource = await this.ports.discovery.findKind({ group, version, kind }, never)
    if (resource === undefined) throw new Error(`${kind} is not served`)
    return resource
  }

  private installInput(chart: ChartParts, more: More): InstallInput {
    const rest = { createNamespace: true, replace: false, crds: 'upgrade' } as const
    return { ...choices, ...this.place, ...chartOf(chart), ...rest, ...more }
  }

  private upgradeInput(chart: ChartParts, more: More): UpgradeInput {
    const rest = { reuse: 'reset', crds: 'upgrade', evenIfUnchanged: false } as const
    return { ...choices, ...this.place, ...chartOf(chart), ...rest, ...more }
  }
}

function chartOf({ templates = '', crds }: ChartParts) {
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/all.yaml', data: toBytes(templates) },
    ...(crds === undefined ? [] : [{ name: 'crds/all.yaml', data: toBytes(crds) }]),
  ]
  return { chart: loadFiles(files, gunzip), values: readValues(toBytes('')) }
}
