import { type Cluster, clusterKind } from '../../../kinds/cluster.ts'
import { eventOfStatus } from '../../pass/event-of-status.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { act } from './act.ts'
import { connect } from './connect.ts'
import { type Decision, decide } from './decide.ts'
import type { ProfileInstanceFailure } from './observation.ts'
import { type Observed, observe } from './observe.ts'
import { statusOf } from './status.ts'
import type { ClusterContext } from './context.ts'

/** A pass over a Cluster: connects to it, asks for its version and nodes, and writes the instances of its profiles. */
export function clusterPass(
  context: ClusterContext,
): KindPass<Cluster, Observed, Decision, readonly ProfileInstanceFailure[]> {
  return {
    definition: clusterKind,
    store: context.clusters,
    unreadable: stalledFindings,
    forget: async (name, why) => {
      // An object that cannot be parsed may be mended soon: its connection stays, and installed plugins go on.
      if (why === 'gone') await context.connections.forget(name)
    },
    begin: (_name, cluster, signal) => connect(cluster, context, signal),
    observe: (cluster, signal) => observe(cluster, context, signal),
    decide: ({ seen }) => decide(seen),
    act: ({ seen: { seen }, decision }, signal) => act(seen, decision, context, signal),
    report: ({ object, seen: { seen }, decision: decided, outcome: failures }) => {
      const after = { ...seen, failures }
      const decision = failures.length === 0 ? decided : decide(after)
      const status = statusOf(after, decision)
      const event = eventOfStatus(object, status.findings, 'reason')
      return { status, event, next: { do: 'look-again', after: decision.after } }
    },
    after: async ({ seen: { seen, client } }) => {
      const { answer } = seen
      if (client === undefined || 'silence' in answer) return
      if (context.answers.get(client)?.answer === answer) return
      context.answers.set(client, { answer, at: context.client.clock.monotonic() })
    },
  }
}
