import type { EventFacts } from '../../../../controller/events/occurrence.ts'
import type { Reason } from '../../../../kinds/conditions.ts'
import type { Decision } from '../decide.ts'
import type { Outcome } from '../outcome.ts'

/** The event of a pass. */
export interface Told extends Pick<EventFacts, 'type' | 'note'> {
  readonly reason: Reason
}

/** The event for a person who describes the plugin; undefined when nothing was done that counts. */
export function eventOf(decision: Decision, outcome: Outcome): Told | undefined {
  switch (outcome.did) {
    case 'nothing':
      return undefined
    case 'installed':
      return normal('Installed', `installed ${revisionText(outcome)}`)
    case 'upgraded':
      // A retry may find that nothing has to be changed.
      if (decision.do === 'upgrade' && decision.from === outcome.revision) return undefined
      return normal('Upgraded', `upgraded to ${revisionText(outcome)}`)
    case 'rolled-back':
      return rolledBack(decision, outcome)
    case 'uninstalled':
      return normal('Disabled', 'uninstalled, because it was disabled; the values are kept')
    case 'removed-finalizer':
      return finalizerRemoved(decision)
    case 'looked-for-drift':
      if (outcome.lines.length === 0) return undefined
      if (outcome.corrected.length > 0) return normal('Corrected', outcome.lines.join('; '))
      return { type: 'Warning', reason: 'Drifted', note: outcome.lines.join('; ') }
    case 'failed': {
      const { reason, message, again } = outcome.obstacle
      // A failure that may go away by itself is no news.
      return again === 'on-change' ? { type: 'Warning', reason, note: message } : undefined
    }
  }
}

type Changed = Extract<Outcome, { readonly revision: number }>

function rolledBack(decision: Decision, outcome: Changed): Told {
  const to = decision.do === 'roll-back' ? ` to revision ${decision.to}` : ''
  const note = `rolled back${to}: ${revisionText(outcome)}`
  const isRemedy = decision.do === 'roll-back' && decision.because === 'unhealthy'
  return { type: isRemedy ? 'Warning' : 'Normal', reason: 'RolledBack', note }
}

function finalizerRemoved(decision: Decision): Told | undefined {
  if (decision.do === 'uninstall') {
    return normal('Uninstalled', 'uninstalled, because the plugin was deleted')
  }
  const isLeft = decision.do === 'remove-finalizer' && decision.leaves === 'release'
  return isLeft ? normal('Orphaned', 'the release was left on the cluster as asked') : undefined
}

function revisionText({ revision, version }: Changed): string {
  return `revision ${revision} of version ${version}`
}

function normal(reason: Reason, note: string): Told {
  return { type: 'Normal', reason, note }
}
