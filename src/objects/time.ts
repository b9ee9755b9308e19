/** A moment as Kubernetes writes it (metav1.Time): RFC 3339 in seconds, UTC. */
export function printTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** A moment as Leases and Events write it (metav1.MicroTime): RFC 3339 in microseconds, UTC. */
export function printMicroTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 23)}000Z`
}

/** The moment that a text in RFC 3339 names, to the millisecond; undefined when it is none. */
export function parseTime(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
