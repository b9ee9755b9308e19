import type { Registry } from '../../registry/registry.ts'

/** When something was last booked in a namespace, in milliseconds of the server's clock. */
const times = new WeakMap<Registry['store'], Map<string, number>>()

/** How long what was booked may take to be stored; until then nobody can count it. */
const settles = 200

export function noteBooking({ store, clock }: Registry, namespace: string): void {
  const known = times.get(store) ?? new Map<string, number>()
  times.set(store, known.set(namespace, clock.monotonic()))
}

/** Whether something was booked a moment ago that may not be stored yet. */
export function isBooking({ store, clock }: Registry, namespace: string): boolean {
  const last = times.get(store)?.get(namespace)
  return last !== undefined && clock.monotonic() - last < settles
}
