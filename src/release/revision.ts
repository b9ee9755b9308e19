import { withDeadline } from '../std/clock.ts'
import {
  type OutriggerRecord,
  type Intent,
  writeOutriggerRecord,
} from './record/outrigger-record.ts'
import type { ReleaseChoices } from './choices.ts'
import type { ReleaseLock } from './release-lock.ts'
import { withIntent } from './record/lock/intent-label.ts'
import { ownerLabels } from './record/owner-labels.ts'
import { releaseTime } from './record/release-time.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseState } from './release-state.ts'
import {
  type Labels,
  type ReleaseInfo,
  type ReleaseRecord,
  type ReleaseStatus,
  isUnfinished,
} from './release.ts'

type Ports = Pick<ReleasePorts, 'client' | 'store' | 'report' | 'leader'>

// The time, in milliseconds, for the last writes when the user has stopped us.
const lastWords = 10_000

/** A revision while it is worked on: its record as it shall be, and its way to the cluster. */
export class Revision {
  private readonly ports: Ports
  private readonly labels: Labels
  private outriggerRecord: OutriggerRecord | undefined
  record: ReleaseRecord

  constructor(
    ports: Ports,
    record: ReleaseRecord,
    labels: Labels,
    outriggerRecord?: OutriggerRecord,
  ) {
    this.ports = ports
    this.record = record
    this.labels = labels
    this.outriggerRecord = outriggerRecord
  }

  /** Records what is about to be done, before anything is changed. */
  async begin(
    maxHistory: number,
    { resumed, outline }: Pick<ReleaseState, 'resumed' | 'outline'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { outriggerRecord } = this
    const own =
      outriggerRecord === undefined || !this.needsSecret(outriggerRecord) ? {} : { outriggerRecord }
    if (resumed === undefined) {
      const options = { labels: this.writtenLabels(), maxHistory, revisions: outline, ...own }
      await this.ports.store.create(this.record, options, signal)
    } else {
      if (own.outriggerRecord !== undefined) await this.remember(own.outriggerRecord, signal)
      await this.write(signal)
    }
    this.tell()
  }

  /** Takes another intent than that with which it began. */
  intend(intent: Intent, holder: string): void {
    this.outriggerRecord = { holder, ...this.outriggerRecord, intent }
  }

  /** Says that only the records are left to be written. */
  async done(signal: AbortSignal): Promise<void> {
    // A leader starts again from its own request, and that all was done shows by applying it again.
    if (this.outriggerRecord === undefined || this.ports.leader !== undefined) return
    const intent = { ...this.outriggerRecord.intent, stage: 'done' } as const
    await this.remember({ ...this.outriggerRecord, intent }, signal)
  }

  /** Changes the record and writes it. */
  async save(
    change: (record: ReleaseRecord) => ReleaseRecord,
    signal: AbortSignal,
  ): Promise<ReleaseRecord> {
    this.record = change(this.record)
    await this.write(signal)
    return this.record
  }

  /** Changes the status and writes it. */
  async end(
    status: ReleaseStatus,
    description: string,
    signal: AbortSignal,
  ): Promise<ReleaseRecord> {
    const record = await this.save((one) => withInfo(one, { status, description }), signal)
    this.tell()
    return record
  }

  /** Records a failure, also when the user has stopped us. */
  async fail(description: string, held: ReleaseLock): Promise<void> {
    if (held.isLost()) return
    await withDeadline(this.ports.client.clock, lastWords, (signal) =>
      this.end('failed', description, signal),
    )
  }

  private write(signal: AbortSignal): Promise<void> {
    return this.ports.store.update(this.record, this.writtenLabels(), signal)
  }

  private writtenLabels(): Labels {
    const { leader } = this.ports
    const isUnderWay = isUnfinished(this.record.info.status)
    if (leader === undefined || this.outriggerRecord === undefined || !isUnderWay)
      return this.labels
    return withIntent(this.labels, this.outriggerRecord.intent)
  }

  // A leader's intent is in the record; entropy and lookups have no other place.
  private needsSecret({ entropy, lookups = {} }: OutriggerRecord): boolean {
    if (this.ports.leader === undefined || Object.keys(lookups).length > 0) return true
    if (entropy === undefined) return false
    return entropy.random.length > 0 || entropy.keys.length > 0 || entropy.now !== undefined
  }

  private async remember(outriggerRecord: OutriggerRecord, signal: AbortSignal): Promise<void> {
    const { namespace, name } = this.record
    await writeOutriggerRecord(
      { client: this.ports.client, namespace, name },
      this.record,
      outriggerRecord,
      signal,
    )
  }

  private tell(): void {
    const { version, info } = this.record
    this.ports.report({ type: 'recorded', revision: version, status: info.status })
  }
}

/** The record with some of its facts changed. */
export function withInfo(record: ReleaseRecord, info: Partial<ReleaseInfo>): ReleaseRecord {
  return { ...record, info: { ...record.info, ...info } as ReleaseInfo }
}

/** The moment of a verb, as records write it. */
export function nowOf({ client }: Pick<ReleasePorts, 'client'>): string {
  return releaseTime(client.clock.now())
}

/** Labels that a verb wants for its record: what the user gave, and whose the release is. */
export function labelsFor({ labels, owner }: Pick<ReleaseChoices, 'labels' | 'owner'>): Labels {
  return owner === undefined ? labels : { ...labels, ...ownerLabels(owner) }
}

/** Labels of a user over those of the revision before; an empty one takes a label away. */
export function mergeLabels(before: Labels, given: Labels): Labels {
  const merged = Object.entries({ ...before, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
