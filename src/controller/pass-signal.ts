import type { Clock } from '../std/clock.ts'

/** The object of a pass was changed while the pass waited: what it waited for is no longer wanted. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError'
}

/**
 * Ends a pass: with the workers, when it holds a worker for too long at a stretch, or when its object is changed while it
 * waits off its worker.
 */
export class PassSignal {
  private readonly controller = new AbortController()
  private readonly clock: Clock
  private readonly parent: AbortSignal
  /** Milliseconds on a worker; undefined without an end. */
  private readonly timeout: number | undefined
  private readonly follow = () => this.controller.abort(this.parent.reason)
  private cancel: () => void = () => {}

  constructor(clock: Clock, timeout: number | undefined, parent: AbortSignal) {
    this.clock = clock
    this.timeout = timeout
    this.parent = parent
    if (parent.aborted) this.follow()
    else parent.addEventListener('abort', this.follow, { once: true })
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get isChanged(): boolean {
    return this.signal.reason instanceof ChangedMeanwhileError
  }

  /** It holds a worker from now on. */
  holds(): void {
    const { timeout } = this
    if (timeout === undefined) return
    this.cancel()
    this.cancel = this.clock.after(timeout, () =>
      this.controller.abort(new Error(`the pass took longer than ${timeout} ms`)),
    )
  }

  /** It waits, and holds none. */
  waits(): void {
    this.cancel()
  }

  /** Its object was changed while it waits. */
  changed(): void {
    this.controller.abort(new ChangedMeanwhileError('the object was changed meanwhile'))
  }

  /** Lets another signal end the pass, too, until what is given back is called. */
  alsoBy(signal: AbortSignal): () => void {
    const end = () => this.controller.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    return () => signal.removeEventListener('abort', end)
  }

  /** The pass has ended. */
  stop(): void {
    this.cancel()
    this.parent.removeEventListener('abort', this.follow)
  }
}
