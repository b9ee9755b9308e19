import { ChartError } from '../chart/errors.ts'
import type { Reason } from '../kinds/conditions.ts'
import { type KubeErrorCode, isKubeError } from '../kube/errors.ts'
import { ReleaseError, type ReleaseErrorCode } from '../release/errors.ts'
import { SourceError, type SourceErrorCode } from '../sources/errors.ts'
import { RenderError } from '../template/errors.ts'
import type { Obstacle } from './plugin/observation.ts'

const refusedSources: ReadonlySet<SourceErrorCode> = new Set<SourceErrorCode>([
  'address-refused',
  'redirect-refused',
  'not-trusted',
  'not-verified',
  'unauthorized',
  'denied',
  'digest-mismatch',
])

const reasonsOfReleases: Readonly<Partial<Record<ReleaseErrorCode, Reason>>> = {
  conflict: 'Conflict',
  foreign: 'Conflict',
  'hook-failed': 'HookFailed',
  'bad-patch': 'RenderFailed',
  'bad-manifest': 'RenderFailed',
}

// What a cluster that comes and goes cuts off has not failed: nobody can say more than that it does not answer.
const reasonsOfClusters: Readonly<Partial<Record<KubeErrorCode, Reason>>> = {
  forbidden: 'Forbidden',
  unreachable: 'ClusterUnreachable',
  'timed-out': 'ClusterUnreachable',
}

const transientReleases: ReadonlySet<ReleaseErrorCode> = new Set<ReleaseErrorCode>(['busy', 'lost'])

/** What an error means for the plugin; `otherwise` where the error does not say. */
export function obstacleOf(error: unknown, otherwise: Reason): Obstacle {
  const message = error instanceof Error ? error.message : String(error)
  const cause = causeOf(error)
  if (cause instanceof SourceError) {
    const reason = sourceReason(cause)
    return { reason, message, again: cause.transient ? 'soon' : 'on-change' }
  }
  if (cause instanceof ChartError) {
    const reason =
      cause.code === 'values' || cause.code === 'schema' ? 'InvalidValues' : 'RenderFailed'
    return { reason, message, again: 'on-change' }
  }
  if (cause instanceof RenderError) return { reason: 'RenderFailed', message, again: 'on-change' }
  if (isKubeError(cause)) {
    const reason = reasonsOfClusters[cause.code] ?? otherwise
    return { reason, message, again: cause.transient ? 'soon' : 'on-change' }
  }
  if (error instanceof ReleaseError) {
    const reason = reasonsOfReleases[error.code] ?? otherwise
    return { reason, message, again: transientReleases.has(error.code) ? 'soon' : 'on-change' }
  }
  // What nobody foresaw is told, too, and tried again.
  return { reason: otherwise, message, again: 'soon' }
}

function sourceReason({ code, transient }: SourceError): Reason {
  if (transient) return 'SourceUnreachable'
  return refusedSources.has(code) ? 'SourceRefused' : 'SourceNotFound'
}

// A release says what went wrong in Helm's words; what it was underneath decides what it means.
function causeOf(error: unknown): unknown {
  let at = error
  for (let depth = 0; depth < deepest; depth++) {
    if (!(at instanceof ReleaseError) || at.cause === undefined) return at
    if (at.code !== 'failed' && at.code !== 'refused') return at
    at = at.cause
  }
  return at
}

const deepest = 8
