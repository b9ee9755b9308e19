import type { Obstacle } from '../../../pass/obstacle.ts'

/** Whether a source can be on a cluster, as far as that can be told. */
export type Fit =
  | { readonly is: 'fits' }
  | { readonly is: 'unfit'; readonly because: string }
  /** The chart does not render, or its cluster cannot be used: the Plugin tells of that, so the source is taken. */
  | { readonly is: 'not-judged'; readonly because: string }

export type FitAnswer =
  | Fit
  /** It could not be found out now. */
  | { readonly is: 'unknown'; readonly obstacle: Obstacle }

/** The answers of one pass, by key of the offer. */
export type FitAnswers = Pick<ReadonlyMap<string, FitAnswer>, 'get'>
