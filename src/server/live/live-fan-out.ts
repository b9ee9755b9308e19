import type { Readable } from 'node:stream'
import { isKubeError } from '../../kube/errors.ts'
import type { Clock } from '../../std/clock.ts'
import type { AccessReviews } from './access-reviews.ts'
import { identityKey } from '../auth/identity.ts'
import { LiveGroup, type LiveQuestion, type LookFor, textOf } from './live-group.ts'
import { LiveReader } from './live-reader.ts'
import type { ResumableLog } from './resumable-log.ts'
import { ChangeTexts } from './change-texts.ts'

export interface LiveRequest extends LiveQuestion {
  /** The last event that the client has seen; empty when it is new. */
  readonly lastEventId: string
  /** Asked again and again: a stream ends with the session or the token that opened it. */
  readonly isSignedIn: () => Promise<boolean>
}

export interface FanOutPorts {
  readonly log: ResumableLog
  readonly access: AccessReviews
  readonly clock: Clock
  /** Told of faults of ours. */
  readonly failed: (error: unknown) => void
}

/** Milliseconds between two questions whether those who read are still signed in. */
const betweenSignIns = 1000
/** Such questions between two looks at the rights of streams on which nothing happens. */
const signInsInRound = 3
/** Milliseconds of a round: after so much silence a comment is sent. */
const betweenRounds = betweenSignIns * signInsInRound
/** Milliseconds in which several changes of an object become one. */
const gathering = 50
/** The same when telling takes its time: fewer and larger pieces are less work. */
const longestGathering = 150

/**
 * Tells changes to all streams. Streams that ask the same with the same rights are one group: what they are told is judged and put
 * together once. Groups are looked at together, a moment after something happened.
 */
export class LiveFanOut {
  private readonly ports: FanOutPorts
  private readonly texts = new ChangeTexts()
  private readonly groups = new Set<LiveGroup>()
  /** The groups that take new readers, by their question. */
  private readonly open = new Map<string, LiveGroup>()
  private cancelBeat: (() => void) | undefined
  private cancelRound: (() => void) | undefined
  private rounds = 0
  /** Milliseconds that the last beat took. */
  private took = 0

  constructor(ports: FanOutPorts) {
    this.ports = ports
    ports.log.listen((change) => {
      let isWanted = false
      for (const group of this.groups) isWanted = group.add(change) || isWanted
      if (isWanted) this.strike()
    })
  }

  /**
   * The changes that somebody asked for and may see, as server-sent events. The log must have the changes of these kinds already. It
   * begins with `ready`, or with `reset` when changes may have been missed: lists read after that event are the state that later
   * events change.
   */
  stream(request: LiveRequest, signal: AbortSignal): Readable {
    const { log, clock } = this.ports
    const { lastEventId, isSignedIn } = request
    const missed = lastEventId === '' ? undefined : log.after(lastEventId)
    const reader: LiveReader = new LiveReader(
      { clock, isSignedIn, emptied: () => this.emptied(reader) },
      missed === undefined ? log.newest : log.sequenceOf(lastEventId),
    )
    const group = this.groupOf(request)
    if (missed === undefined) {
      const event = lastEventId === '' ? 'ready' : 'reset'
      reader.tell(textOf(log.idOf(reader.told), event, {}))
    } else reader.behind?.add(group.wantedOf(missed))
    group.readers.add(reader)
    signal.addEventListener('abort', () => this.leave(group, reader), { once: true })
    this.cancelRound ??= clock.after(betweenSignIns, this.round)
    if (signal.aborted) this.leave(group, reader)
    // It is told at once what it missed, and what it may not see.
    else void this.look(group, 'news')
    return reader.body
  }

  private groupOf({ identity, nouns, namespace }: LiveRequest): LiveGroup {
    const words = nouns.map(({ plural }) => plural).toSorted()
    const key = JSON.stringify([identityKey(identity), words, namespace])
    const known = this.open.get(key)
    if (known !== undefined && this.groups.has(known) && !known.isNarrowed) return known
    const { log, access } = this.ports
    const group = new LiveGroup({ log, access, texts: this.texts }, { identity, nouns, namespace })
    this.groups.add(group)
    this.open.set(key, group)
    return group
  }

  private leave(group: LiveGroup, reader: LiveReader): void {
    group.readers.delete(reader)
    if (group.readers.size > 0) return
    this.groups.delete(group)
    for (const [key, one] of this.open) if (one === group) this.open.delete(key)
    if (this.groups.size > 0) return
    this.cancelRound?.()
    this.cancelRound = undefined
  }

  private emptied({ behind }: LiveReader): void {
    if (behind?.hasSome === true) this.strike()
  }

  /** Something happened: it is told when enough may have been gathered. */
  private strike(): void {
    const pause = Math.min(longestGathering, Math.max(gathering, this.took))
    this.cancelBeat ??= this.ports.clock.after(pause, () => void this.beat())
  }

  private async beat(): Promise<void> {
    const { clock } = this.ports
    const began = clock.monotonic()
    const some = [...this.groups].filter((group) => group.hasSome)
    await Promise.all(some.map((group) => this.look(group, 'news')))
    this.took = clock.monotonic() - began
    this.cancelBeat = undefined
    // Changes came while the others were told.
    if ([...this.groups].some((group) => group.hasSome)) this.strike()
  }

  private readonly round = (): void => {
    this.cancelRound = this.ports.clock.after(betweenSignIns, this.round)
    const isWhole = ++this.rounds % signInsInRound === 0
    for (const group of this.groups) {
      for (const reader of group.readers) void this.checkSignIn(reader)
      if (isWhole) void this.lookAround(group)
    }
  }

  private async checkSignIn(reader: LiveReader): Promise<void> {
    if (!(await reader.checkSignIn())) reader.end()
    // It may have had to wait for this answer.
    else this.emptied(reader)
  }

  private async lookAround(group: LiveGroup): Promise<void> {
    await this.look(group, 'round')
    for (const reader of group.readers) reader.keepOpen(betweenRounds)
  }

  private async look(group: LiveGroup, wanted: LookFor): Promise<void> {
    try {
      await group.look(wanted)
      // For somebody who came while it was under way.
      if (group.hasSome) this.strike()
    } catch (error) {
      // The cluster cannot say what may be seen: clients come again and are told which.
      if (!isKubeError(error)) this.ports.failed(error)
      for (const reader of group.readers) reader.breakOff()
    }
  }
}
