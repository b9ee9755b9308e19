import type { RenderRound } from '../../chart/render/render-round.ts'

/** Where rounds are rendered. */
export interface Renders {
  /** For whoever waits for the result. */
  readonly now: RenderRound
  /** For what will be needed: everybody else goes first. */
  readonly ahead: RenderRound
  /** The same for a namespace, where those that want renders take turns. */
  readonly of?: (namespace: string) => Pick<Renders, 'now' | 'ahead'>
}

/** The renders of a namespace. */
export function rendersFor(renders: Renders, namespace: string): Pick<Renders, 'now' | 'ahead'> {
  return renders.of?.(namespace) ?? renders
}
