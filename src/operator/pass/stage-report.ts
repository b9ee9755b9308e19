import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { Finding, Reason, StatusCondition } from '../../kinds/conditions.ts'
import type { KindDefinition } from '../../kinds/kind-definition.ts'
import { type JsonObject, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, conditionsOf, numberAt, readPath } from '../../objects/kube-object.ts'
import { applyStatus } from './apply-status.ts'

/** The work that a pass is at. */
export interface Stage {
  readonly reason: Extract<
    Reason,
    'Fetching' | 'Rendering' | 'Installing' | 'Upgrading' | 'RollingBack' | 'Uninstalling'
  >
  readonly message: string
}

/** Milliseconds that a pass may take before its status says what it is at: most are over by then. */
const patience = 500

/**
 * Writes the stage of a long pass into the status. The fields that decisions rest on stay as they were, so that a process that
 * dies now leaves nothing that the next one could take for a result.
 */
export class StageReport {
  private readonly client: FencedClient
  private readonly definition: KindDefinition
  private latest: KubeObject
  /** The generation that the pass observes, not a newer one. */
  private readonly generation: number | undefined
  private stage: Stage | undefined
  private isLate = false
  private isOver = false
  private writing: Promise<void> = Promise.resolve()
  private cancel = () => {}
  private readonly signal: AbortSignal

  constructor({ client, definition, object }: StageSubject, signal: AbortSignal) {
    this.client = client
    this.definition = definition
    this.latest = object
    this.generation = numberAt(object, ['metadata', 'generation'])
    this.signal = signal
  }

  readonly at = (stage: Stage): void => {
    if (this.isOver) return
    const isFirst = this.stage === undefined
    this.stage = stage
    if (isFirst) {
      this.cancel = this.client.clock.after(patience, () => {
        this.isLate = true
        this.write()
      })
    } else if (this.isLate) this.write()
  }

  /** Writes no more stages; gives the object after the last write. */
  async end(): Promise<KubeObject> {
    this.isOver = true
    this.cancel()
    await this.writing
    return this.latest
  }

  private write(): void {
    const write = async () => {
      const { stage } = this
      if (this.isOver || stage === undefined) return
      const desired = stageStatus(this.latest, this.generation, stage)
      const told = { object: this.latest, desired }
      this.latest =
        (await applyStatus(this.client, this.definition, told, this.signal)) ?? this.latest
    }
    // A stage that cannot be written does not fail the pass: its own writes would fail the same way.
    this.writing = this.writing.then(write).catch(() => {})
  }
}

export interface StageSubject {
  readonly client: FencedClient
  readonly definition: KindDefinition
  readonly object: KubeObject
}

const told: ReadonlySet<string> = new Set(['Ready', 'Reconciling', 'Stalled'])

function stageStatus(object: KubeObject, generation: number | undefined, stage: Stage) {
  const { reason, message } = stage
  const status = readPath(object, ['status'])
  const known: JsonObject = isJsonObject(status) ? status : {}
  const { conditions: _conditions, observedGeneration, ...fields } = known
  const about = {
    reason,
    message,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  }
  const kept = conditionsOf(object).filter(({ type }) => !told.has(type))
  const findings: readonly Finding[] = [
    { type: 'Ready', status: 'False', ...about },
    { type: 'Reconciling', status: 'True', ...about },
    { type: 'Stalled', status: 'False', ...about },
    ...(kept as unknown as readonly StatusCondition[]).map(withoutTime),
  ]
  return { findings, fields, observedGeneration: numberOr(observedGeneration) }
}

function withoutTime(condition: StatusCondition): Finding {
  const { lastTransitionTime: _time, ...finding } = condition
  return finding as Finding
}

function numberOr(value: unknown): number | 'none' {
  return typeof value === 'number' ? value : 'none'
}
