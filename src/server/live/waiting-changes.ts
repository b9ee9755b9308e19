import type { LoggedChange } from './resumable-log.ts'

/** Objects that may wait; with more the reader is told to read its lists again. */
const mostWaiting = 2000
/** Characters that may wait. */
const mostCharacters = 16 * 1024 * 1024

/** Changes that somebody has still to be told: of each object the last one. */
export class WaitingChanges {
  private readonly changes = new Map<string, LoggedChange>()
  private isTooMuch = false
  private characters = 0

  /** Puts changes behind those that wait. */
  add(changes: Iterable<LoggedChange>): void {
    for (const change of changes) this.addOne(change)
  }

  get hasSome(): boolean {
    return this.changes.size > 0 || this.isTooMuch
  }

  /** Everything that waits, in the order of its ids; nothing waits afterwards. */
  take(): readonly LoggedChange[] | 'too-many' {
    const changes = [...this.changes.values()]
    this.clear()
    if (!this.isTooMuch) return changes
    this.isTooMuch = false
    return 'too-many'
  }

  /** Nothing waits but the word that it was too much. */
  giveUp(): void {
    this.clear()
    this.isTooMuch = true
  }

  private addOne(change: LoggedChange): void {
    // The newest goes to the end, so that ids only grow.
    this.characters -= this.changes.get(change.key)?.text.length ?? 0
    this.changes.delete(change.key)
    this.changes.set(change.key, change)
    this.characters += change.text.length
    if (this.changes.size > mostWaiting || this.characters > mostCharacters) this.giveUp()
  }

  private clear(): void {
    this.changes.clear()
    this.characters = 0
  }
}
