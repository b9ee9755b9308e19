/** A moment as Go writes it: RFC 3339 in UTC, without zeros at the end of the fraction. */
export function releaseTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.?0*Z$/, 'Z')
}
