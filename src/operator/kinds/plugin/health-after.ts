import type { Health } from '../../clusters/health.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import type { ReleasePlace } from '../../clusters/release-objects.ts'
import { type Observed, healthOf } from './observe.ts'
import type { Outcome } from './outcome.ts'

/** The health of a release after it was changed; its objects get a moment to settle. */
export async function healthAfter(
  { seen, place, target }: Observed,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<Health> {
  if (target === undefined) return seen.health
  if (outcome.did === 'looked-for-drift' && outcome.versions !== undefined)
    target.objects.expect(place, outcome.versions)
  if (!('revision' in outcome)) return seen.health
  const { applied, versions } = outcome
  if (versions !== undefined) target.objects.expect(place, versions)
  const status = applied === undefined ? seen.plugin.status : { ...seen.plugin.status, ...applied }
  return settledHealth(() => healthOf({ status }, place, target, signal), place, target)
}

// Most objects work a moment after they were applied; telling that at once saves a write.
const moment = 300

async function settledHealth(
  look: () => Promise<Health>,
  place: ReleasePlace,
  { objects, client }: TargetCluster,
): Promise<Health> {
  const over = Promise.withResolvers<'over'>()
  const cancel = client.clock.after(moment, () => over.resolve('over'))
  try {
    for (;;) {
      const { changed, forget } = objects.changeOf(place)
      const health = await look()
      const isOpen = health.is === 'unknown' || health.is === 'progressing'
      const end = isOpen ? await Promise.race([changed, over.promise]) : 'over'
      forget()
      if (end === 'over') return isOpen ? await look() : health
    }
  } finally {
    cancel()
  }
}
