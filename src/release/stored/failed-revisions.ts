import type { ReleasePorts } from '../ports.ts'
import type { ReleaseState } from '../release-state.ts'
import type { ReleaseRecord } from '../release.ts'

/**
 * Reads the revisions that failed after the deployed one. Each may have created objects that no other revision lists, so
 * that their objects count as there until the next revision is deployed.
 */
export async function failedRevisions(
  { outline }: Pick<ReleaseState, 'outline'>,
  { store }: Pick<ReleasePorts, 'store'>,
  signal: AbortSignal,
): Promise<readonly ReleaseRecord[]> {
  const deployed = outline.findLast(({ status }) => status === 'deployed')
  const failed = outline.filter(
    ({ status, revision }) => status === 'failed' && revision > (deployed?.revision ?? 0),
  )
  const read = await store.readAll(failed, signal)
  return read.map(({ record }) => record)
}
