import type { Fault } from './story.ts'

export type Crash = Extract<Fault, { readonly what: 'crash' }>

/** Knows at which request an operator dies. */
export class CrashCounter {
  private readonly crashes: readonly Crash[]
  /** Requests since the moment that a crash counts from. */
  private readonly counts = new Map<Crash, number>()

  constructor(faults: readonly Fault[]) {
    this.crashes = faults.filter((fault) => fault.what === 'crash')
  }

  /** The crash that belongs to a request of an operator's place, by its number and its time in the story. */
  of(operator: number, number: number, time: number): Crash | undefined {
    let found: Crash | undefined
    for (const crash of this.crashes) {
      const { since, request } = crash
      if (crash.operator !== operator || (since !== undefined && time < since)) continue
      const count = since === undefined ? number : (this.counts.get(crash) ?? 0) + 1
      this.counts.set(crash, count)
      if (count === request) found = crash
    }
    return found
  }
}
