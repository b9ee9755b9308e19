// The most that a git server may make us hold or wait for.

const mebibyte = 1024 * 1024

export interface GitLimits {
  /** Of the answer that lists branches and tags. */
  readonly refsBytes: number
  /** Of what is sent, packed. */
  readonly packBytes: number
  readonly objects: number
  /** Of one object and of all together, unpacked. */
  readonly objectBytes: number
  readonly totalBytes: number
  /** Objects that are made of others, which are made of others. */
  readonly deltaDepth: number
  /** For everything, in milliseconds. */
  readonly time: number
}

export const defaultGitLimits: GitLimits = {
  refsBytes: 32 * mebibyte,
  packBytes: 128 * mebibyte,
  objects: 200_000,
  objectBytes: 64 * mebibyte,
  totalBytes: 512 * mebibyte,
  deltaDepth: 4095,
  time: 300_000,
}
