import { resourceOf } from '../../kinds/kind-definition.ts'
import type { AccessReviews } from './access-reviews.ts'
import type { Identity } from '../auth/identity.ts'
import type { StreamEvent } from '../contract.ts'
import { runBounded } from '../../std/run-bounded.ts'
import type { Noun } from '../resources/kind-routes.ts'
import type { LiveReader } from './live-reader.ts'
import type { LoggedChange, ResumableLog } from './resumable-log.ts'
import type { ChangeTexts } from './change-texts.ts'
import { WaitingChanges } from './waiting-changes.ts'

/** One question of somebody: all who ask the same with the same rights are told the same. */
export interface LiveQuestion {
  readonly identity: Identity
  readonly nouns: readonly Noun[]
  /** All namespaces when empty. */
  readonly namespace: string
}

export interface GroupPorts {
  readonly log: ResumableLog
  readonly access: AccessReviews
  readonly texts: ChangeTexts
}

/** Rights to all namespaces that are asked for again at one look: there may be many readers, and the cluster has other work. */
const mostAsked = 2
/** Questions about namespaces that are under way for one group. */
const mostAtOnce = 16

interface Piece {
  readonly changes: readonly LoggedChange[] | 'too-many'
  readonly readers: readonly LiveReader[]
  /** The newest change of all when it was put together. */
  readonly upTo: number
}

/** `news`: something happened; `round`: nothing may have happened for seconds, and rights are asked for nevertheless. */
export type LookFor = 'news' | 'round'

/** The readers of one question. Rights are asked and bytes are made once for all of them. */
export class LiveGroup {
  readonly readers = new Set<LiveReader>()
  private readonly ports: GroupPorts
  private readonly question: LiveQuestion
  private readonly nouns: Set<string>
  /** The changes that readers who keep up have still to be told. */
  private readonly waiting = new WaitingChanges()
  /** Kinds of which everything was seen, the one that was asked longest ago first. */
  private readonly whole = new Set<Noun>()
  private looking: Promise<void> | undefined

  constructor(ports: GroupPorts, question: LiveQuestion) {
    this.ports = ports
    this.question = question
    this.nouns = new Set(question.nouns.map(({ plural }) => plural))
  }

  /** Whether some right of it was lost: new readers then begin another one. */
  get isNarrowed(): boolean {
    return this.nouns.size < this.question.nouns.length
  }

  /** Keeps a change for those who want it; says whether anybody does. */
  add(change: LoggedChange): boolean {
    if (!this.isWanted(change)) return false
    this.waiting.add([change])
    for (const { behind } of this.readers) behind?.add([change])
    return true
  }

  /** The changes of those that a new reader has missed. */
  wantedOf(changes: readonly LoggedChange[]): readonly LoggedChange[] {
    return changes.filter((change) => this.isWanted(change))
  }

  get hasSome(): boolean {
    if (this.waiting.hasSome) return true
    for (const { behind, isReady } of this.readers) if (isReady && behind?.hasSome) return true
    return false
  }

  /** Tells what waits, as far as it may be seen now. One look follows the other; while one goes on, changes wait. */
  look(wanted: LookFor): Promise<void> {
    this.looking ??= this.lookOnce(wanted).finally(() => (this.looking = undefined))
    return this.looking
  }

  private isWanted({ noun, namespace }: LoggedChange): boolean {
    const { namespace: wanted } = this.question
    return (wanted === '' || namespace === wanted) && this.nouns.has(noun)
  }

  private async lookOnce(wanted: LookFor): Promise<void> {
    await this.denyWhatIsLost(wanted)
    // Rights are asked after this moment; what comes meanwhile waits for the next look.
    const pieces = this.takeAll()
    const places = new Map<string, boolean>()
    const asked = pieces.flatMap(({ changes }) => (changes === 'too-many' ? [] : changes))
    await this.askPlaces(asked, places)
    for (const piece of pieces) this.tell(piece, places)
    if (this.nouns.size > 0) return
    for (const reader of this.readers) reader.end()
  }

  /** The changes that each reader is told next. Afterwards all who are told something are at the same place. */
  private takeAll(): readonly Piece[] {
    const upTo = this.ports.log.newest
    const changes = this.waiting.take()
    const keepUp: LiveReader[] = []
    const pieces: Piece[] = []
    for (const reader of this.readers) {
      const { behind, isReady } = reader
      if (behind === undefined && isReady) keepUp.push(reader)
      else if (behind === undefined) reader.behind = keptFor(changes)
      else if (isReady) {
        pieces.push({ changes: behind.take(), readers: [reader], upTo })
        reader.behind = undefined
      }
    }
    return [{ changes, readers: keepUp, upTo }, ...pieces]
  }

  private tell({ changes, readers, upTo }: Piece, places: ReadonlyMap<string, boolean>): void {
    if (readers.length === 0) return
    const { log, texts } = this.ports
    const isShown = (change: LoggedChange) =>
      this.nouns.has(change.noun) && places.get(placeOf(change)) === true
    const shown = changes === 'too-many' ? [] : changes.filter(isShown)
    // One write for all of them: each costs more than its bytes.
    const news = changes === 'too-many' ? textOf(log.idOf(upTo), 'reset', {}) : texts.bytesOf(shown)
    for (const reader of readers) {
      reader.told = upTo
      if (news.length > 0) reader.tell(news)
    }
  }

  /** Asks for each place in which something changed whether it may be seen. */
  private async askPlaces(
    changes: readonly LoggedChange[],
    places: Map<string, boolean>,
  ): Promise<void> {
    const unique = new Map(changes.map((change) => [placeOf(change), change]))
    const { signal } = new AbortController()
    const ask = async ([place, change]: readonly [string, LoggedChange]) => {
      places.set(place, await this.maySee(change))
    }
    await runBounded([...unique], mostAtOnce, ask, signal)
  }

  private async maySee({ noun: plural, namespace }: LoggedChange): Promise<boolean> {
    const noun = this.question.nouns.find((one) => one.plural === plural)
    if (noun === undefined) return false
    // Most may see all of it or only their own namespaces: both are answers that are kept.
    if (await this.seesAll(noun)) return true
    return namespace !== '' && (await this.allows(noun, namespace))
  }

  /** Whether all objects of a kind may be seen. A stream that showed them all does not go on with some of them as if nothing had happened. */
  private async seesAll(noun: Noun): Promise<boolean> {
    const isAllowed = await this.allows(noun, '')
    if (isAllowed) this.whole.add(noun)
    else if (this.whole.delete(noun) && this.question.namespace === '') this.deny(noun)
    return isAllowed
  }

  private allows({ definition }: Noun, namespace: string): Promise<boolean> {
    const { group, resource, namespaced } = resourceOf(definition)
    const place = namespaced ? { namespace } : {}
    const action = { verb: 'watch', group, resource, ...place }
    return this.ports.access.allows(this.question.identity, action)
  }

  /** Ends the telling of kinds to which the right is gone. */
  private async denyWhatIsLost(wanted: LookFor): Promise<void> {
    const { nouns, namespace } = this.question
    if (namespace === '') {
      if (wanted === 'round') await this.askSomeOfAll()
      return
    }
    const asked = nouns.filter(({ plural }) => this.nouns.has(plural))
    const answers = await Promise.all(asked.map((noun) => this.allows(noun, namespace)))
    for (const [at, noun] of asked.entries()) if (answers[at] !== true) this.deny(noun)
  }

  private async askSomeOfAll(): Promise<void> {
    const asked = [...this.whole].slice(0, mostAsked)
    for (const noun of asked) {
      // It goes behind the others, which come first at the next round.
      if (!(await this.seesAll(noun))) continue
      this.whole.delete(noun)
      this.whole.add(noun)
    }
  }

  private deny({ plural }: Noun): void {
    const { log } = this.ports
    this.nouns.delete(plural)
    const denied = { noun: plural, namespace: this.question.namespace }
    // A stream that is opened again goes on where this one was.
    for (const reader of this.readers) {
      reader.tell(textOf(log.idOf(reader.told), 'denied', denied))
    }
  }
}

function keptFor(changes: Piece['changes']): WaitingChanges {
  const kept = new WaitingChanges()
  if (changes === 'too-many') kept.giveUp()
  else kept.add(changes)
  return kept
}

function placeOf({ noun, namespace }: LoggedChange): string {
  return `${noun} ${namespace}`
}

/** One event as streams send it. */
export function textOf(id: string, event: StreamEvent['event'], data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
