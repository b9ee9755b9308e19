import type { Obstacle } from '../../../pass/obstacle.ts'

/** Whether a source fits a cluster, as far as that can be known. */
export type Fit =
  | { readonly is: 'fits' }
  | { readonly is: 'unfit'; readonly because: string }
  /** The chart does not render, or its cluster cannot be used. The source is taken, and its Plugin says what is wrong. */
  | { readonly is: 'not-judged'; readonly because: string }

export type FitAnswer =
  | Fit
  /** It could not be found out now. */
  | { readonly is: 'unknown'; readonly obstacle: Obstacle }

/** The answers of one pass, by key of the offer. */
export type FitAnswers = Pick<ReadonlyMap<string, FitAnswer>, 'get'>
