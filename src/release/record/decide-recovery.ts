import { isPending, isUnfinished } from '../release.ts'
import type { Intent } from './companion.ts'

/** What is known of a release before a verb acts on it. The caller holds the release's Lease. */
export interface RecoverySeen {
  /** The newest revision; undefined when there is none. */
  readonly last: LastRevision | undefined
  /** What the verb would do, to see whether it is what was interrupted. */
  readonly wanted: Pick<Intent, 'verb' | 'planDigest'>
  /** Whether the user asked to take over what somebody else left. */
  readonly takeOver: boolean
}

export interface LastRevision {
  readonly revision: number
  readonly status: string
  /** Milliseconds since its record was made. */
  readonly age: number
  /** Of our companion, when there is one that belongs to the record. */
  readonly intent: Intent | undefined
  /** Who wrote that. */
  readonly holder: string
}

/** What is done first, so that a release is never stuck. */
export type Recovery =
  /** Nothing was interrupted. */
  | { readonly do: 'go-on' }
  /** All was done but the records: write them. */
  | {
      readonly do: 'complete'
      readonly revision: number
      readonly supersedes: readonly number[]
    }
  /** The very thing that is wanted was interrupted: go on with that revision. */
  | { readonly do: 'resume'; readonly revision: number }
  /** Something else was interrupted: its revision failed, and what is wanted becomes a new one. */
  | { readonly do: 'mark-failed'; readonly revision: number; readonly description: string }
  | { readonly do: 'refuse'; readonly because: string }

/** How long another program may be at work before its revision can be taken over: Helm's own patience. */
const foreignPatience = 5 * 60_000

/** What becomes of a revision that somebody did not finish. Whoever holds the Lease knows that none of us is at work. */
export function decideRecovery({ last, wanted, takeOver }: RecoverySeen): Recovery {
  if (last === undefined || !isUnfinished(last.status)) return { do: 'go-on' }
  const { intent } = last
  if (intent === undefined) return decideForeign(last, takeOver)
  const { revision } = last
  if (intent.stage === 'done' && isPending(last.status)) {
    return { do: 'complete', revision, supersedes: intent.supersedes }
  }
  const isSame = intent.verb === wanted.verb && intent.planDigest === wanted.planDigest
  if (intent.verb === 'uninstall') return decideUninstall(last, wanted.verb)
  if (isSame) return { do: 'resume', revision }
  const who = last.holder === '' ? '' : ` by ${last.holder}`
  return { do: 'mark-failed', revision, description: `Interrupted ${intent.verb}${who}` }
}

// An uninstall says nothing of what there is to come, so that any uninstall is the same.
function decideUninstall({ revision }: LastRevision, verb: Intent['verb']): Recovery {
  if (verb === 'uninstall') return { do: 'resume', revision }
  const because = `revision ${revision} is being uninstalled, which was interrupted`
  return { do: 'refuse', because: `${because}; uninstall it again first` }
}

function decideForeign(last: LastRevision, takeOver: boolean): Recovery {
  const { revision, status, age } = last
  // Helm leaves this behind when deleting failed; it can be uninstalled again, or rolled back, at any time.
  if (status === 'uninstalling') return { do: 'go-on' }
  const who = last.holder === '' ? 'and not by outrigger' : `by ${last.holder}`
  const what = `revision ${revision} is ${status} since ${spoken(age)}, ${who}`
  if (age < foreignPatience) {
    const wait = `wait until it is done, or for ${spoken(foreignPatience - age)} to take it over`
    return { do: 'refuse', because: `${what}; ${wait}` }
  }
  if (!takeOver) {
    const how = 'if nobody works on it any more, say --take-over to mark it as failed and go on'
    return { do: 'refuse', because: `${what}; ${how}` }
  }
  return { do: 'mark-failed', revision, description: `Interrupted ${status.slice(8)}` }
}

function spoken(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
