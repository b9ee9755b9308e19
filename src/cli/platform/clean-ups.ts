/**
 * The steps to undo at the end, the last first; one that fails does not keep the others from it.
 */
export class CleanUps {
  readonly #steps: (() => Promise<unknown>)[] = []
  #ended: Promise<void> | undefined

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  /** Undoes everything; the first failure is thrown when all were tried. */
  run(): Promise<void> {
    this.#ended ??= this.#undo()
    return this.#ended
  }

  async #undo(): Promise<void> {
    const failures: unknown[] = []
    for (const step of this.#steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
