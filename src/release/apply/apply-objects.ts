import type { KubeObject } from '../../objects/kube-object.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import type { ReleasePorts } from '../ports.ts'
import { waitUntilReady } from '../wait/wait-ready.ts'
import { type AppliedObject, type ApplyChoices, applyOne } from './apply-one.ts'
import { placeObject } from './placed-object.ts'
import { parallelRequests } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'
import { wavesOf } from './waves.ts'

export interface ApplyRequest extends ApplyChoices {
  /** Objects that were there before, by objectKey, as far as that is known. */
  readonly before: ReadonlyMap<string, KubeObject>
}

export interface ApplyOutcome {
  readonly applied: readonly AppliedObject[]
  /** What went wrong; what comes after the wave of the first failure is left alone. */
  readonly failures: readonly unknown[]
}

const establishTimeout = 60_000

/** Applies objects in waves, each at once as far as connections allow. */
export async function applyObjects(
  desired: readonly DesiredObject[],
  request: ApplyRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ApplyOutcome> {
  const applied: AppliedObject[] = []
  for (const wave of wavesOf(desired)) {
    signal.throwIfAborted()
    const { done, failed } = await settleBounded(wave, parallelRequests, async (one) => {
      const placed = await placeObject(one, ports, signal)
      const result = await applyOne(placed, request, ports, signal)
      ports.report({ type: 'object', object: result.id, did: toldOf(result, request) })
      return result
    })
    applied.push(...done)
    if (failed.length > 0) return { applied, failures: failed.map(({ error }) => error) }
    await establish(done, ports, signal)
  }
  return { applied, failures: [] }
}

/** Waits until definitions are served, and forgets what was known of the server's kinds. */
export async function establish(
  applied: readonly AppliedObject[],
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const definitions = applied.filter(({ id }) => id.kind === 'CustomResourceDefinition')
  if (definitions.length === 0) return
  await waitUntilReady(definitions, { timeout: establishTimeout, jobs: 'started' }, ports, signal)
  ports.discovery.invalidate()
}

function toldOf({ id, live, did }: AppliedObject, { before }: ApplyRequest) {
  const head = before.get(objectKey(id))
  if (head === undefined || did === 'created') return did
  return head.metadata['resourceVersion'] === live.metadata['resourceVersion']
    ? 'unchanged'
    : 'adopted'
}
