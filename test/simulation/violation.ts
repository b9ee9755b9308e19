/** States that must never be, by kind: shrinking looks for the same kind again. */
export type ViolationKind =
  | 'two deployed revisions'
  | 'foreign object changed'
  | 'foreign object deleted'
  | 'write without the lead'
  | 'uninstalled while wanted'
  | 'changed while suspended'
  | 'changed while frozen'
  | 'needless revisions'
  | 'installed before its dependency'
  | 'false status'
  | 'secret told'
  | 'orphan'
  | 'finalizer stays'
  | 'starved'
  | 'not converged'
  | 'real timer'
  | 'failed by itself'

export interface Violation {
  readonly kind: ViolationKind
  /** Milliseconds since the beginning of the story. */
  readonly at: number
  readonly text: string
}
