import type { Tracer } from '../../kube/tracing/span.ts'
import { systemClock } from '../../std/clock.ts'
import type { CleanUps } from '../platform/clean-ups.ts'
import type { Ports } from '../verb.ts'
import { tracesOf } from './server-flags.ts'

/** Begins to send traces where a flag or OpenTelemetry's own variable says. Spans that were not sent yet are sent when everything else has ended. */
export async function openTracesTo(
  flag: string | undefined,
  { program, environment }: Ports,
  failed: (error: unknown) => void,
  ends: CleanUps,
): Promise<{ readonly tracer?: Tracer }> {
  const endpoint = tracesOf(flag, environment)
  if (endpoint === undefined) return {}
  // Most never trace.
  const { openTraces } = await import('../../kube/tracing/open-traces.ts')
  const { version } = program
  const { tracer, close } = openTraces({ endpoint, version, clock: systemClock, failed })
  ends.add(close)
  return { tracer }
}
