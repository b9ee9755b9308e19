import type { Obstacle } from './obstacle.ts'
import { ChartError } from '../../chart/errors.ts'
import type { Reason } from '../../kinds/conditions.ts'
import { type KubeError, type KubeErrorCode, isKubeError } from '../../kube/errors.ts'
import { KustomizeError } from '../../kustomize/errors.ts'
import { ReleaseError, type ReleaseErrorCode } from '../../release/errors.ts'
import { SourceError, type SourceErrorCode } from '../../sources/errors.ts'
import { RenderError } from '../../template/errors.ts'

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
  owned: 'ReleaseOwned',
  'hook-failed': 'HookFailed',
  'bad-patch': 'RenderFailed',
  'bad-table': 'RenderFailed',
  'foreign-image': 'RenderFailed',
  'bad-manifest': 'RenderFailed',
  'not-served': 'KindNotServed',
}

// An operation that a cluster cuts off because it comes and goes has not failed: nothing more can
// be said than that the cluster does not answer.
const reasonsOfClusters: Readonly<Partial<Record<KubeErrorCode, Reason>>> = {
  forbidden: 'Forbidden',
  unreachable: 'ClusterUnreachable',
  'timed-out': 'ClusterUnreachable',
}

const transientReleases: ReadonlySet<ReleaseErrorCode> = new Set<ReleaseErrorCode>([
  'busy',
  'lost',
  // Somebody else uninstalls the release.
  'gone',
  // Another Plugin was quicker; the next pass sees whose the release is.
  'owned',
  // A mirror may bring it any moment.
  'image-missing',
])

/** The meaning of an error for the plugin; `otherwise` is the reason where the error gives none. */
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
  if (cause instanceof KustomizeError) {
    // A base or chart that it names may be refused, or be there later.
    const unfetched = cause.cause instanceof SourceError ? cause.cause : undefined
    const reason = unfetched === undefined ? 'RenderFailed' : sourceReason(unfetched)
    return { reason, message, again: unfetched?.transient === true ? 'soon' : 'on-change' }
  }
  if (cause instanceof RenderError) return { reason: 'RenderFailed', message, again: 'on-change' }
  if (isKubeError(cause, 'forbidden') && isFullQuota(cause))
    return { reason: 'QuotaExceeded', message, again: 'on-change' }
  if (isKubeError(cause, 'forbidden') && isUnnamedAccount(cause)) {
    const way =
      'name its account with "outrigger init --plugin-account NAME", or in pluginAccounts of the chart'
    const text = `the operator may not act as the account of this plugin: ${way} (${message})`
    return { reason: 'Forbidden', message: text, again: 'on-change' }
  }
  if (isKubeError(cause)) {
    const reason = reasonsOfClusters[cause.code] ?? otherwise
    const isOver = cause.transient || isOutrun(cause)
    return { reason, message, again: isOver ? 'soon' : 'on-change' }
  }
  if (error instanceof ReleaseError) {
    const reason = reasonsOfReleases[error.code] ?? otherwise
    return { reason, message, again: transientReleases.has(error.code) ? 'soon' : 'on-change' }
  }
  // An unforeseen error is reported, too, and tried again.
  return { reason: otherwise, message, again: 'soon' }
}

// Somebody else was quicker with the same object; the next attempt reads what they wrote. Conflicts of field managers stay.
function isOutrun({ code, message }: KubeError): boolean {
  return code === 'conflict' && message.includes('the object has been modified')
}

// The admission of quotas answers as if a right were missing.
function isFullQuota({ message }: Error): boolean {
  return message.includes('exceeded quota: ') || message.includes('failed quota: ')
}

// The role of the operator lists the accounts that it may act as.
function isUnnamedAccount({ message }: Error): boolean {
  return message.includes(' cannot impersonate')
}

function sourceReason({ code, transient }: SourceError): Reason {
  if (transient) return 'SourceUnreachable'
  return refusedSources.has(code) ? 'SourceRefused' : 'SourceNotFound'
}

// A release says what went wrong in Helm's words; the error underneath decides what it means.
function causeOf(error: unknown): unknown {
  const cause = below(error, ['failed', 'refused'])
  if (!(cause instanceof ReleaseError) || cause.code !== 'hook-failed') return cause
  // A hook that could not be started because the cluster did not answer has not failed.
  const deeper = below(cause, ['failed', 'refused', 'hook-failed'])
  return isKubeError(deeper) && deeper.transient ? deeper : cause
}

function below(error: unknown, codes: readonly ReleaseErrorCode[]): unknown {
  let at = error
  for (let depth = 0; depth < deepest; depth++) {
    if (!(at instanceof ReleaseError) || at.cause === undefined) return at
    if (!codes.includes(at.code)) return at
    at = at.cause
  }
  return at
}

const deepest = 8
