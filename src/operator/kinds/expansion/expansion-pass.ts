import { type Expansion, expansionKind } from '../../../kinds/expansion.ts'
import { eventOfStatus } from '../../pass/event-of-status.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { type ActPorts, type Outcome, carryOutExpansion } from './act.ts'
import { type Decision, type Observation, decide } from './decide.ts'
import { type ObservePorts, observe } from './observe.ts'
import { restingStatus } from './status.ts'

/** Everything that a pass over an Expansion can read and write. */
export type ExpansionContext = ActPorts & ObservePorts

/** A pass over an Expansion: its package is carried out when that, or who gets it, is another. */
export function expansionPass(
  context: ExpansionContext,
): KindPass<Expansion, Observation, Decision, Outcome> {
  return {
    definition: expansionKind,
    store: context.expansions,
    unreadable: stalledFindings,
    forget: () => {},
    observe: (expansion, signal) => observe(expansion, context, signal),
    decide,
    act: async ({ object, seen, decision }, signal) => {
      if (decision.do !== 'carry-out') return { is: 'nothing' }
      return await carryOutExpansion({ object, seen, decision }, context, signal)
    },
    report: ({ object, seen, decision, outcome }) => {
      const status = restingStatus(seen.expansion, decision)
      const event = status && eventOfStatus(object, status.findings, 'message')
      const isAgain = outcome.is === 'failed' && !outcome.permanent
      const next = isAgain
        ? ({ do: 'again-soon', because: outcome.message } as const)
        : ({ do: 'rest' } as const)
      return { status, event, next }
    },
  }
}
