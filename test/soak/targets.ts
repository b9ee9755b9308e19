import type { SoakTargets } from './watch-soak.ts'

const inTenMinutes = { resets: 500, gone: 50, restarts: 20, events: 200_000 }

/** The least that has to happen in so many minutes. */
export function targetsFor(minutes: number): SoakTargets {
  const share = minutes / 10
  return {
    minutes,
    resets: Math.ceil(inTenMinutes.resets * share),
    gone: Math.ceil(inTenMinutes.gone * share),
    restarts: Math.ceil(inTenMinutes.restarts * share),
    events: Math.ceil(inTenMinutes.events * share),
  }
}
