import type { Intent } from '../outrigger-record.ts'
import type { Labels } from '../../release.ts'

// The verb and the beginning of the digest of what is wanted: what a label can hold.
const intentLabel = 'outrigger.dev/intent'
const digestDigits = 40

/** Labels of a pending record by which a leader knows its own again. */
export function withIntent(labels: Labels, { verb, planDigest }: Intent): Labels {
  return { ...labels, [intentLabel]: `${verb}.${shortDigest(planDigest)}`.replace(/\.$/, '') }
}

/** The intent of a leader; undefined when the record is not of one. */
export function intentIn(
  labels: Labels,
  wanted: Pick<Intent, 'verb' | 'planDigest'>,
): Intent | undefined {
  const [verb, short = ''] = labels[intentLabel]?.split('.') ?? []
  if (verb === undefined) return undefined
  const planDigest = short === shortDigest(wanted.planDigest) ? wanted.planDigest : short
  return { verb: verb as Intent['verb'], stage: 'changing', planDigest, supersedes: [] }
}

/** Labels without it. */
export function withoutIntent(labels: Labels): Labels {
  const { [intentLabel]: _intent, ...rest } = labels
  return rest
}

function shortDigest(digest: string): string {
  return digest.replace(/^[a-z0-9]+:/, '').slice(0, digestDigits)
}
