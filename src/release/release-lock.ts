import type { ReleaseTarget } from './release.ts'

/** A release that nobody else of us works on. */
export interface ReleaseLock {
  /** Given when the user stops us, and when the release is lost. */
  readonly signal: AbortSignal
  /** Whether somebody else may be at work by now: then nothing more is written, not even that we failed. */
  readonly isLost: () => boolean
}

/** Does something to a release while nobody else of us does. Fails with `busy` when somebody else is at work. */
export type LockRelease = <Result>(
  place: Omit<ReleaseTarget, 'client'>,
  act: (held: ReleaseLock) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>
