/** Chance from a seed: the same sequence for the same seed, on every machine. */
export class Random {
  private state: number

  constructor(seed: string) {
    this.state = hashOf(seed)
  }

  /** In [0, 1). */
  readonly next = (): number => {
    this.state = (this.state + 0x9e3779b9) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }

  /** A whole number from the first to the last, both included. */
  between(first: number, last: number): number {
    return first + Math.floor(this.next() * (last - first + 1))
  }

  /** Whether something of this likelihood happens. */
  happens(likelihood: number): boolean {
    return this.next() < likelihood
  }

  oneOf<T>(all: readonly [T, ...T[]]): T {
    return all[Math.floor(this.next() * all.length)] ?? all[0]
  }

  /** One of a list that has at least one. */
  among(all: readonly string[]): string {
    return all[this.between(0, all.length - 1)] ?? ''
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => Math.floor(this.next() * 256))
  }

  /** As `crypto.randomUUID` gives it. */
  readonly uuid = (): string => {
    const hex = Buffer.from(this.bytes(16)).toString('hex')
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
    return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-')
  }
}

// FNV-1a.
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash
}
