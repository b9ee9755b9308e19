import { actingAs } from '../../../clusters/account.ts'
import type { Reason } from '../../../../kinds/conditions.ts'
import type { Obstacle } from '../../../pass/obstacle.ts'
import { obstacleOf } from '../../../pass/obstacle-of.ts'
import type { PluginContext } from '../context.ts'
import type { Decision } from '../decide.ts'
import type { Observed } from '../observe.ts'
import { readOutlineRedactor } from '../prepare.ts'
import { errorOutline } from './error-outline.ts'
import { keepFailureText } from './failure-text.ts'

export interface FailedAct {
  readonly error: unknown
  /** Where the error gives no reason of its own. */
  readonly failure: Reason
  readonly decision: Decision
  readonly leftAlone: readonly string[]
}

/** The obstacle of a failed act: without secrets, with what was left alone, and with the way out if there is one. */
export async function failureObstacle(
  { error, failure, decision, leftAlone }: FailedAct,
  observed: Observed,
  context: PluginContext,
  signal: AbortSignal,
): Promise<Obstacle> {
  const obstacle = await withoutSecrets(obstacleOf(error, failure), error, observed, {
    context,
    signal,
  })
  const message = [obstacle.message, ...leftAlone, ...wayOut(decision, obstacle)].join('; ')
  return { ...obstacle, message }
}

// A text that a chart or a server composed from Secrets goes to a Secret; the status tells the kind
// of error.
async function withoutSecrets(
  obstacle: Obstacle,
  error: unknown,
  { prepared, seen: { plugin } }: Observed,
  { context, signal }: { readonly context: PluginContext; readonly signal: AbortSignal },
): Promise<Obstacle> {
  const redact =
    prepared === undefined ? await readOutlineRedactor(plugin, context, signal) : prepared.redact
  if (redact === undefined) return obstacle
  const client = actingAs(context.client, plugin, context)
  const place = await keepFailureText(client, plugin, obstacle.message, signal)
  const rest = place === undefined ? 'is not told' : `is in ${place}`
  const { metadata, spec } = plugin
  const namespaces = [metadata.namespace, spec.targetNamespace ?? metadata.namespace]
  const outline = errorOutline(error, { redact, namespaces })
  const message = `${outline}; values come from Secrets, so the rest ${rest}`
  return { ...obstacle, message }
}

// Otherwise a deletion that somebody else's object stops would wait for ever, and the user would not know of `orphan`.
function wayOut(decision: Decision, { again }: Obstacle): readonly string[] {
  const isStuck = decision.do === 'uninstall' && decision.because === 'deleted' && again !== 'soon'
  return isStuck ? ['mend that, or set deletion: orphan to leave what is there'] : []
}
