import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { StepReport } from '../../../expansion/carry-out/carry-out.ts'
import type { ExpansionHost } from '../../../expansion/carry-out/run-expansion.ts'
import { ExpansionError } from '../../../expansion/errors.ts'
import { packageVersion } from '../../../expansion/package/describe-package.ts'
import { type Expansion, expansionKind } from '../../../kinds/expansion.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { pluginKind } from '../../../kinds/plugin.ts'
import { repositoryKind } from '../../../kinds/repository.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import type { JsonObject } from '../../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../../objects/kube-object.ts'
import { applyStatus } from '../../pass/apply-status.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { Decision, Observation } from './decide.ts'
import { passedClusters, passedTo, tellClusters } from './pass-through.ts'
import { type Completed, type Progress, statusOf } from './status.ts'

export interface ActPorts {
  readonly client: FencedClient
  readonly recorder: EventRecorder
  readonly expansions: KindStore<Expansion>
  readonly host: ExpansionHost
  readonly platformNamespace: string
}

/** How a pass ended. */
export type Outcome =
  | { readonly is: 'nothing' }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly message: string; readonly permanent: boolean }

type CarryOut = Extract<Decision, { readonly do: 'carry-out' }>

// Every step is told at once; bytes are told so often that somebody who watches sees them move.
const progressMilliseconds = 1000

/** Carries an expansion out and tells how far it is, in its status and by events. */
export async function carryOutExpansion(
  {
    object,
    seen: { expansion, access },
    decision,
  }: { readonly object: KubeObject; readonly seen: Observation; readonly decision: CarryOut },
  ports: ActPorts,
  signal: AbortSignal,
): Promise<Outcome> {
  const writer = new ProgressWriter(object, expansion, ports)
  const { spec, metadata } = expansion
  const login = access.state === 'complete' ? access : undefined
  try {
    // Most platforms have no expansion, and need not load what one takes.
    const { runExpansion } = await import('../../../expansion/carry-out/run-expansion.ts')
    const { opened, carried } = await runExpansion(
      {
        name: metadata.name,
        package: spec.package,
        registry: spec.registry,
        charts: spec.charts,
        credentials: login?.credentials,
        tls: login?.tls,
        site: {
          namespace: ports.platformNamespace,
          values: spec.values,
          facts: spec.facts,
          secretName: spec.secretName,
          clusters: [],
        },
        clustersOf: (found) => [undefined, ...passedTo(found, expansion, decision.joined)],
      },
      ports.host,
      {
        apply: (objects, inner) => applyAll(objects, ports, inner),
        onStep: (report) => writer.step(report),
        onBytes: (bytes, total) => writer.bytes(bytes, total),
      },
      signal,
    )
    const clusters = passedClusters(opened, expansion, decision.joined)
    await tellClusters(clusters, metadata.name, ports.client, signal)
    const { inputs, retry } = decision
    const version = packageVersion(opened)
    await writer.done({ digest: carried.digest, version, inputs, retry, clusters }, signal)
    return { is: 'done' }
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    const permanent = error instanceof ExpansionError && error.code !== 'site'
    await writer.failed(message, permanent ? 'permanent' : 'transient', signal)
    return { is: 'failed', message, permanent }
  }
}

const resources: Readonly<Record<string, ReturnType<typeof resourceOf>>> = {
  Plugin: resourceOf(pluginKind),
  Repository: resourceOf(repositoryKind),
}

// A field that somebody else has taken over stays theirs: the user's words win.
async function applyAll(
  objects: readonly JsonObject[],
  { client }: ActPorts,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0
  for (const object of objects) {
    const body = object as KubeObject
    const resource = resources[body.kind]
    if (resource === undefined) throw new Error(`${body.kind} is no kind of an expansion`)
    const target = { resource, namespace: namespaceOf(body), name: nameOf(body) }
    const before = await getObject(client, target, {}, signal)
    try {
      const { object: after } = await applyObject(client, resource, body, {}, signal)
      if (versionOf(before) !== versionOf(after)) changed++
    } catch (error) {
      if (!isKubeError(error, 'conflict')) throw error
    }
  }
  return changed
}

function versionOf(object: KubeObject | undefined): string {
  return object === undefined ? '' : textAt(object, ['metadata', 'resourceVersion'])
}

class ProgressWriter {
  private object: KubeObject
  private readonly expansion: Expansion
  private readonly ports: ActPorts
  private readonly steps = new Map<string, StepReport>()
  private progress: Progress = { steps: [], bytes: 0, totalBytes: 0 }
  private writing: Promise<void> = Promise.resolve()
  private lastBytes = 0

  constructor(object: KubeObject, expansion: Expansion, ports: ActPorts) {
    this.object = object
    this.expansion = expansion
    this.ports = ports
  }

  step(report: StepReport): void {
    this.steps.set(report.name, report)
    this.progress = { ...this.progress, steps: [...this.steps.values()] }
    if (report.state === 'Running') this.writeSoon(report.name)
    else if (report.state === 'Done') {
      const note = `${report.name}: ${report.message}`
      const event = { type: 'Normal', reason: 'Done', action: 'CarryOut', note } as const
      this.ports.recorder.record(this.object, event)
    }
  }

  bytes(bytes: number, totalBytes: number): void {
    this.progress = { ...this.progress, bytes, totalBytes }
    const now = this.ports.client.clock.monotonic()
    if (now - this.lastBytes < progressMilliseconds) return
    this.lastBytes = now
    this.writeSoon('Push images')
  }

  async done(completed: Completed, signal: AbortSignal): Promise<void> {
    await this.writing
    const message = `version ${completed.version} is carried out`
    const about = { ready: 'True', stalled: 'False', reason: 'Done', message } as const
    await this.write({ ...about, completed }, signal)
  }

  async failed(
    message: string,
    how: 'permanent' | 'transient',
    signal: AbortSignal,
  ): Promise<void> {
    await this.writing
    const event = { type: 'Warning', reason: 'Failed', action: 'CarryOut', note: message } as const
    this.ports.recorder.record(this.object, event)
    const stalled = how === 'permanent' ? 'True' : 'False'
    await this.write({ ready: 'False', stalled, reason: 'Failed', message }, signal)
  }

  // One write at a time, and none that failed stops the work: the last one tells all.
  private writeSoon(step: string): void {
    const about = {
      ready: 'False',
      stalled: 'False',
      reason: 'Progressing',
      message: step,
    } as const
    const signal = AbortSignal.timeout(10_000)
    this.writing = this.writing.then(() => this.write(about, signal)).catch(() => {})
  }

  private async write(
    about: Omit<Parameters<typeof statusOf>[0], 'expansion' | 'progress'>,
    signal: AbortSignal,
  ): Promise<void> {
    const desired = statusOf({ ...about, expansion: this.expansion, progress: this.progress })
    const { client, expansions } = this.ports
    const written = await applyStatus(
      client,
      expansionKind,
      { object: this.object, desired },
      signal,
    )
    if (written === undefined) return
    this.object = written
    expansions.note(written)
  }
}
