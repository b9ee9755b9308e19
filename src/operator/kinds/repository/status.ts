import type { Finding, Reason } from '../../../kinds/conditions.ts'
import type { ChartOrigin } from '../../../catalog/catalog.ts'
import type { Repository } from '../../../kinds/repository.ts'
import type { JsonObject } from '../../../objects/json.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import { clampedFindings } from '../../pass/duration.ts'
import type { Decision } from './decide.ts'
import type { RefreshFailure, RefreshState } from './refresh-state.ts'

/** The end of a pass over a Repository. */
export interface Pass {
  readonly repository: Repository
  readonly decision: Decision
  readonly state: RefreshState | undefined
  readonly origin: ChartOrigin
}

/** The status that a pass writes of a Repository; undefined when there is no object left to write to. */
export function statusOf({ repository, decision, state, origin }: Pass): DesiredStatus | undefined {
  const conditions = conditionsOf(decision, state)
  if (conditions === undefined) return undefined
  const { metadata, spec } = repository
  const observedGeneration = metadata.generation
  return {
    findings: [
      ...conditions.map((one) => ({ ...one, observedGeneration })),
      ...clampedFindings(spec, observedGeneration),
    ],
    fields: {
      origin,
      ...(state === undefined || state.retry === '' ? {} : { retried: state.retry }),
      ...indexFields(state?.index),
    },
  }
}

function indexFields(index: RefreshState['index']): JsonObject {
  if (index === undefined) return {}
  const { digest, charts, versions, at } = index
  const refreshedAt = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  return { digest: `sha256:${digest}`, charts, versions, refreshedAt }
}

function conditionsOf(
  decision: Decision,
  state: RefreshState | undefined,
): readonly Finding[] | undefined {
  switch (decision.do) {
    case 'forget':
      return undefined
    case 'refuse':
      return stalled('InvalidSpec', decision.problems.join('; '))
    case 'suspend':
      return suspended(state)
    case 'ask-for-access':
      return stalled('CredentialsMissing', decision.message)
    case 'accept':
      return settled('Valid', 'there is no index to read; charts are found where the address leads')
    case 'rest':
    case 'refresh':
      return state === undefined ? [] : refreshed(state)
  }
}

function refreshed({ index, failure }: RefreshState): readonly Finding[] {
  if (failure !== undefined) return failed(failure, index !== undefined)
  if (index === undefined) return []
  const { charts, versions, warnings } = index
  const found = describeIndex(charts, versions)
  const [first] = warnings
  const left = first === undefined ? '' : `; ${warnings.length} entries were left out: ${first}`
  return settled('Refreshed', `${found}${left}`)
}

function failed(failure: RefreshFailure, isKept: boolean): readonly Finding[] {
  const kept = isKept ? '; the index that was read before is still used' : ''
  const message = `${failure.message}${kept}`
  const reason = failureReason(failure)
  return failure.transient ? retrying(reason, message) : stalled(reason, message)
}

/** The reason that status and event give for an index that could not be read. */
export function failureReason({ code }: RefreshFailure): Reason {
  if (code === 'unauthorized' || code === 'denied') return 'CredentialsMissing'
  if (code === 'address-refused' || code === 'redirect-refused') return 'SourceRefused'
  return 'RefreshFailed'
}

function suspended(state: RefreshState | undefined): readonly Finding[] {
  const known = state?.index === undefined ? 'nothing was read yet' : 'the last index is used'
  const message = `nothing is read while suspend is true; ${known}`
  const status = state?.index === undefined ? 'False' : 'True'
  return [
    { type: 'Ready', status, reason: 'Suspended', message },
    isNot('Reconciling', 'Suspended'),
    isNot('Stalled', 'Suspended'),
  ]
}

function settled(reason: Reason, message: string): readonly Finding[] {
  return [
    { type: 'Ready', status: 'True', reason, message },
    isNot('Reconciling', reason),
    isNot('Stalled', reason),
  ]
}

function retrying(reason: Reason, message: string): readonly Finding[] {
  return [
    { type: 'Ready', status: 'False', reason, message },
    { type: 'Reconciling', status: 'True', reason, message: 'it is tried again by itself' },
    isNot('Stalled', reason),
  ]
}

function stalled(reason: Reason, message: string): readonly Finding[] {
  return [
    { type: 'Ready', status: 'False', reason, message },
    isNot('Reconciling', reason),
    { type: 'Stalled', status: 'True', reason, message },
  ]
}

function isNot(type: 'Reconciling' | 'Stalled', reason: Reason): Finding {
  return { type, status: 'False', reason, message: '' }
}

/** The contents of an index, for a person. */
export function describeIndex(charts: number, versions: number): string {
  return `the index has ${plural(charts, 'chart')} in ${plural(versions, 'version')}`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
