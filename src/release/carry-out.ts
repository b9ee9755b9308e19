import { withDeadline } from '../std/clock.ts'
import { type ApplyOutcome, applyObjects } from './apply/apply-objects.ts'
import { deleteObjects, pruneObjects } from './apply/delete-objects.ts'
import { isPlaced } from './apply/placed-object.ts'
import type { CrdChoices, ReleaseChoices } from './choices.ts'
import type { DesiredObject } from './desired/desired-object.ts'
import { objectKey } from './desired/object-id.ts'
import type { Owner } from './desired/ownership.ts'
import { ReleaseError } from './errors.ts'
import { runHooks } from './hooks/run-hooks.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { type LiveObjects, readLive } from './plan/read-live.ts'
import type { ReleasePorts } from './ports.ts'
import type { Revision } from './revision.ts'
import { messageOf, throwFailures } from './throw-failures.ts'
import { waitUntilReady } from './wait/wait-ready.ts'

/** The work of a revision on the cluster. */
export interface Work {
  readonly verb: 'install' | 'upgrade' | 'rollback'
  readonly revision: Revision
  readonly owner: Owner
  readonly desired: readonly DesiredObject[]
  /** The objects that the revision before had and this one has not. */
  readonly gone: readonly DesiredObject[]
  /** Objects that were there before, by objectKey, as far as that is known. */
  readonly before: ReadonlyMap<string, KubeObject>
  /** Objects, by objectKey, of which nobody has looked whether they are somebody else's. */
  readonly unchecked: ReadonlySet<string>
  /** Whether Helm wrote these objects from the client's side before. */
  readonly migrate: boolean
  readonly choices: ReleaseChoices & Pick<CrdChoices, 'crdDangers'>
}

type Step = 'before-hooks' | 'apply' | 'wait' | 'after-hooks'

/** Hooks, objects, what is no longer wanted, readiness, hooks: the changes of a revision, in Helm's order. */
export async function carryOut(
  work: Work,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const { verb, choices } = work
  await at('before-hooks', work, signal, () => hooks(`pre-${verb}`, work, ports, signal))
  const outcome = await at('apply', work, signal, () => change(work, ports, signal))
  if (choices.wait !== 'hooks') {
    const jobs = choices.wait === 'jobs' ? 'complete' : 'started'
    const options = { timeout: choices.timeout, jobs } as const
    ports.report({ type: 'step', step: 'waiting' })
    await at('wait', work, signal, async () => {
      await undoing(work, outcome, ports, () =>
        waitUntilReady(outcome.applied, options, ports, signal),
      )
    })
  }
  await at('after-hooks', work, signal, () => hooks(`post-${verb}`, work, ports, signal))
}

async function hooks(
  event: string,
  { revision, choices }: Work,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  if (choices.hooks === 'skip') return
  await runHooks({ event, revision, choices }, ports, signal)
}

async function change(work: Work, ports: ReleasePorts, signal: AbortSignal): Promise<ApplyOutcome> {
  const { owner, before, unchecked, migrate, choices, desired, gone } = work
  const { conflicts, immutable, takeOwnership, adopt = [] } = choices
  // A rollback brings back a definition that was there before, and tells what that may harm.
  const isBack = work.verb === 'rollback'
  const crdDangers = isBack ? 'accept' : (choices.crdDangers ?? 'refuse')
  ports.report({ type: 'step', step: 'applying' })
  const live = await readThere(work, ports, signal)
  // A caller that does not wait needs nothing of the objects' present state.
  const brief = choices.wait === 'hooks' ? ({ answer: 'metadata' } as const) : {}
  const adopting = { takeOwnership, adopt }
  const how = { migrate, conflicts, immutable, crdDangers, ...adopting, ...brief }
  const request = { owner, before, live, unchecked, ...how }
  const outcome = await applyObjects(desired, request, ports, signal)
  await undoing(work, outcome, ports, () => throwFailures(outcome.failures))
  const { failures } = await pruneObjects(gone, owner, ports, signal)
  throwFailures(failures)
  return outcome
}

// Of a first install nothing is there, and what is migrated has to be written anyway.
async function readThere(
  { verb, desired, migrate }: Work,
  { client }: ReleasePorts,
  signal: AbortSignal,
): Promise<LiveObjects> {
  if (verb === 'install' || migrate) return new Map()
  return await readLive(client, desired.filter(isPlaced), signal)
}

// Deletes the objects that this very change created, when it fails and that was asked for.
async function undoing(
  { choices, desired }: Work,
  { applied }: ApplyOutcome,
  ports: ReleasePorts,
  step: () => Promise<void> | void,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (choices.cleanupOnFail) {
      const created = applied.filter(({ did }) => did === 'created')
      const heads = new Map(created.map(({ id, live }) => [objectKey(id), live]))
      const doomed = desired.filter(({ id }) => heads.has(objectKey(id)))
      await withDeadline(ports.client.clock, cleanUpTime, (signal) =>
        deleteObjects(doomed, { propagation: 'Background', heads }, ports, signal),
      )
    }
    throw error
  }
}

const cleanUpTime = 30_000

async function at<T>(
  step: Step,
  { verb }: Work,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    // Helm's words for having been stopped.
    const why = signal.aborted ? 'context canceled' : messageOf(error)
    const code = error instanceof ReleaseError ? error.code : 'failed'
    throw new ReleaseError(code, prefixed(verb, step, why), { cause: error })
  }
}

function prefixed(verb: Work['verb'], step: Step, why: string): string {
  if (step !== 'before-hooks' && step !== 'after-hooks') return why
  const event = `${step === 'before-hooks' ? 'pre' : 'post'}-${verb}`
  if (verb === 'install') return `failed ${event}: ${why}`
  return verb === 'upgrade' ? `${event} hooks failed: ${why}` : why
}
