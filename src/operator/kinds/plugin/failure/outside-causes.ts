/** The reasons of failures whose cause may end without a change of the plugin. */
const outsideReasons = ['Forbidden', 'QuotaExceeded', 'KindNotServed'] as const

export type OutsideReason = (typeof outsideReasons)[number]

export function isOutside(reason: string | undefined): reason is OutsideReason {
  return outsideReasons.some((one) => one === reason)
}

/** The plugins that failed for an outside cause; they are tried again when it may be over. */
export class OutsideCauses {
  /** The reason by key; undefined while a pass is under way that may still end with one. */
  private readonly waiting = new Map<string, OutsideReason | undefined>()
  private readonly freed = new Set<string>()
  /** Those whose pass is under way because their cause may be over. */
  private readonly trying = new Set<string>()

  /** A pass begins: a cause that ends from now on frees its plugin again. */
  begin(key: string): void {
    this.waiting.set(key, undefined)
    if (this.freed.delete(key)) this.trying.add(key)
    else this.trying.delete(key)
  }

  /** Whether the cause that the last pass failed for may be over, for the pass that is under way. */
  isFreed(key: string): boolean {
    return this.trying.has(key)
  }

  /** A pass has ended: with the reason that its plugin stands still for now. */
  end(key: string, reason: string | undefined): void {
    this.trying.delete(key)
    if (isOutside(reason)) this.waiting.set(key, reason)
    else this.forget(key)
  }

  forget(key: string): void {
    this.waiting.delete(key)
    this.freed.delete(key)
    this.trying.delete(key)
  }

  /** A cause may be over: the keys of those that are to be tried again. */
  free(reason: OutsideReason, concerns: (key: string) => boolean): readonly string[] {
    const keys = [...this.waiting].flatMap(([key, why]) => {
      const isOpen = why === undefined || why === reason
      return isOpen && concerns(key) ? [key] : []
    })
    for (const key of keys) this.freed.add(key)
    return keys
  }
}
