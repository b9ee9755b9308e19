import type { Cluster } from '../../../kinds/cluster.ts'
import { type Expansion, expansionKind } from '../../../kinds/expansion.ts'
import { eventOfStatus } from '../../pass/event-of-status.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { type ReadSecret, readAccess } from '../../sources/read-access.ts'
import { type ActPorts, type Outcome, carryOutExpansion } from './act.ts'
import { type Decision, type Observation, decide } from './decide.ts'
import { statusOf } from './status.ts'

/** Everything that a pass over an Expansion can read and write. */
export interface ExpansionContext extends ActPorts {
  readonly clusters: KindStore<Cluster>
  readonly readSecret: ReadSecret
}

/** A pass over an Expansion: its package is carried out when that, or who gets it, is another. */
export function expansionPass(
  context: ExpansionContext,
): KindPass<Expansion, Observation, Decision, Outcome> {
  return {
    definition: expansionKind,
    store: context.expansions,
    unreadable: stalledFindings,
    forget: () => {},
    observe: async (expansion, signal) => ({
      expansion,
      all: context.expansions.values(),
      clusters: context.clusters.values(),
      access: await accessOf(expansion, context, signal),
    }),
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

// The login is read as a Repository's is, from the namespace of the platform.
async function accessOf(
  { spec }: Expansion,
  { readSecret, platformNamespace }: ExpansionContext,
  signal: AbortSignal,
) {
  const url = spec.registry === undefined ? spec.package : `oci://${spec.registry}`
  const { secretName } = spec
  const place = { url, ...(secretName === undefined ? {} : { credentials: { secretName } }) }
  return await readAccess(
    { metadata: { namespace: platformNamespace }, spec: place },
    readSecret,
    signal,
  )
}

// A pass that carried something out has told all of it already.
function restingStatus(expansion: Expansion, decision: Decision): DesiredStatus | undefined {
  switch (decision.do) {
    case 'suspend': {
      const message = 'left as it is until suspend goes'
      const about = { ready: 'True', stalled: 'False', reason: 'Suspended', message } as const
      return statusOf({ expansion, ...about })
    }
    case 'refuse': {
      const { message } = decision
      const about = { ready: 'False', stalled: 'True', reason: 'InvalidSpec', message } as const
      return statusOf({ expansion, ...about })
    }
    case 'ask-for-access': {
      const { message } = decision
      const reason = 'CredentialsMissing'
      return statusOf({ expansion, ready: 'False', stalled: 'True', reason, message })
    }
    case 'forget':
    case 'rest':
    case 'carry-out':
      return undefined
  }
}
