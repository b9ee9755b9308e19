import { isPending, isUnfinished } from '../../release.ts'
import type { Intent } from '../outrigger-record.ts'

/** The facts about a release before a verb acts on it. The caller holds the release's Lease. */
export interface RecoverySeen {
  /** The newest revision; undefined when there is none. */
  readonly last: LastRevision | undefined
  /** The verb and its plan, to see whether they are those that were interrupted. */
  readonly wanted: Pick<Intent, 'verb' | 'planDigest'>
  /** Whether the user asked to take over what somebody else left. */
  readonly takeOver: boolean
  /** Whether a leader asks: its request is the newest, and nobody is there who could say that it shall prevail. */
  readonly leads: boolean
}

export interface LastRevision {
  readonly revision: number
  readonly status: string
  /** Milliseconds since its record was made, or since its uninstall began. */
  readonly age: number
  /** Of Outrigger's own record, when there is one that belongs to Helm's. */
  readonly intent: Intent | undefined
  /** The process that wrote the intent. */
  readonly holder: string
}

/** The step that is done first, so that a release is never stuck. */
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

/**
 * Decides what becomes of a revision that somebody did not finish. The holder of the Lease knows
 * that no other process of ours is at work.
 */
export function decideRecovery({ last, wanted, takeOver, leads }: RecoverySeen): Recovery {
  if (last === undefined || !isUnfinished(last.status)) return { do: 'go-on' }
  const { intent } = last
  if (intent === undefined) return decideForeign(last, wanted.verb, takeOver)
  const { revision } = last
  if (intent.stage === 'done' && isPending(last.status)) {
    return { do: 'complete', revision, supersedes: intent.supersedes }
  }
  const isSame = intent.verb === wanted.verb && intent.planDigest === wanted.planDigest
  if (intent.verb === 'uninstall') return decideUninstall(last, wanted.verb, takeOver || leads)
  return isSame ? { do: 'resume', revision } : markFailed(last, intent.verb)
}

// An uninstall says nothing of what there is to come, so that any uninstall is the same.
function decideUninstall(last: LastRevision, verb: Intent['verb'], mayGiveUp: boolean): Recovery {
  const { revision } = last
  if (verb === 'uninstall') return { do: 'resume', revision }
  // Objects that are missing come again with the next revision.
  if (mayGiveUp) return markFailed(last, 'uninstall')
  const because = `revision ${revision} is being uninstalled, which was interrupted`
  const how = 'uninstall it again first, or say --take-over to keep the release'
  return { do: 'refuse', because: `${because}; ${how}` }
}

function decideForeign(last: LastRevision, verb: Intent['verb'], takeOver: boolean): Recovery {
  const { status, age } = last
  if (status === 'uninstalling') {
    // Helm leaves this behind when deleting failed; it can be uninstalled again, or rolled back, at any time.
    const isPossible = verb === 'uninstall' || verb === 'rollback'
    if (isPossible || (last.holder === '' && !takeOver)) return { do: 'go-on' }
  }
  const { revision } = last
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
  return markFailed({ ...last, holder: '' }, isPending(status) ? status.slice(8) : 'uninstall')
}

function markFailed({ revision, holder }: LastRevision, what: string): Recovery {
  const who = holder === '' ? '' : ` by ${holder}`
  return { do: 'mark-failed', revision, description: `Interrupted ${what}${who}` }
}

function spoken(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
