import { fromBytes } from '../../formats/go-string.ts'
import type { CrdFile } from '../../chart/render.ts'
import type { CrdChoice } from '../choices.ts'
import { type DesiredObject, findDesired } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import { messageOf } from '../throw-failures.ts'
import { applyOne } from './apply-one.ts'
import { establish } from './apply-objects.ts'
import { isPlaced } from './placed-object.ts'
import { parallelRequests, readHeads } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'

export interface DefinitionsRequest {
  readonly files: readonly CrdFile[]
  readonly choice: CrdChoice
  readonly conflicts: ConflictPolicy
}

/** Brings the definitions of crds/ to the cluster. They are not part of the release. */
export async function applyDefinitions(
  { files, choice, conflicts }: DefinitionsRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  if (choice === 'skip' || files.length === 0) return
  const wanted = await readDefinitions(files, ports, signal)
  const placed = wanted.filter(isPlaced)
  const there = choice === 'create' ? await readHeads(ports.client, placed, signal) : new Map()
  const absent = placed.filter(({ id }) => !there.has(objectKey(id)))
  const request = { owner: undefined, conflicts, migrate: false, immutable: 'fail' } as const
  const { done, failed } = await settleBounded(absent, parallelRequests, (one) =>
    applyOne(one, request, ports, signal),
  )
  const [failure] = failed
  if (failure !== undefined) {
    const what = `failed to install CRD ${failure.item.path}: ${messageOf(failure.error)}`
    throw new ReleaseError('refused', what, { cause: failure.error })
  }
  for (const { id, did } of done) ports.report({ type: 'object', object: id, did })
  await establish(done, ports, signal)
}

function readDefinitions(
  files: readonly CrdFile[],
  { discovery }: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const manifests = files.map(({ file }) => ({ path: file.name, text: fromBytes(file.data) }))
  return findDesired(manifests, { namespace: '', discovery }, signal)
}
