import { type Companion, writeCompanion } from './record/companion.ts'
import type { Held } from './hold.ts'
import { releaseTime } from './record/release-time.ts'
import type { Labels } from './record/storage-object.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseInfo, ReleaseRecord, ReleaseStatus } from './release.ts'

type Ports = Pick<ReleasePorts, 'client' | 'store' | 'report'>

// What is left to be said when the user has stopped us.
const lastWords = 10_000

/** A revision while it is worked on: its record as it shall be, and its way to the cluster. */
export class Revision {
  private readonly ports: Ports
  private readonly labels: Labels
  private readonly companion: Companion | undefined
  record: ReleaseRecord

  constructor(ports: Ports, record: ReleaseRecord, labels: Labels, companion?: Companion) {
    this.ports = ports
    this.record = record
    this.labels = labels
    this.companion = companion
  }

  /** Records what is about to be done, before anything is changed. */
  async begin(maxHistory: number, how: 'create' | 'resume', signal: AbortSignal): Promise<void> {
    const { companion } = this
    if (how === 'create') {
      const own = companion === undefined ? {} : { companion }
      await this.ports.store.create(
        this.record,
        { labels: this.labels, maxHistory, ...own },
        signal,
      )
    } else {
      if (companion !== undefined) await this.remember(companion, signal)
      await this.ports.store.update(this.record, this.labels, signal)
    }
    this.tell()
  }

  /** Says that only the records are left to be written. */
  async done(signal: AbortSignal): Promise<void> {
    if (this.companion === undefined) return
    const intent = { ...this.companion.intent, stage: 'done' } as const
    await this.remember({ ...this.companion, intent }, signal)
  }

  /** Changes the record and writes it. */
  async save(
    change: (record: ReleaseRecord) => ReleaseRecord,
    signal: AbortSignal,
  ): Promise<ReleaseRecord> {
    this.record = change(this.record)
    await this.ports.store.update(this.record, this.labels, signal)
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
  async fail(description: string, held: Held): Promise<void> {
    if (held.isLost()) return
    await this.end('failed', description, AbortSignal.timeout(lastWords))
  }

  private async remember(companion: Companion, signal: AbortSignal): Promise<void> {
    const { namespace, name } = this.record
    await writeCompanion(
      { client: this.ports.client, namespace, name },
      this.record,
      companion,
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

/** Labels of a user over those of the revision before; an empty one takes a label away. */
export function mergeLabels(before: Labels, given: Labels): Labels {
  const merged = Object.entries({ ...before, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
