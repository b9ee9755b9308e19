import { systemClock } from '../../../std/clock.ts'

/** Milliseconds in which one that is alone comes to lead. */
const untilStandBy = 5000

/** Resolves when an operator leads or has failed, or stands by while another one leads. */
export async function leadsOrStandsBy(leadsOrFails: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = systemClock.after(untilStandBy, () => late.resolve())
  await Promise.race([leadsOrFails, late.promise])
  cancel()
}
