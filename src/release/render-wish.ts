import type { Chart, Table } from '../chart/chart.ts'
import type { RecordedDraws } from '../chart/draws.ts'
import type { ReleaseRender } from '../chart/render-round.ts'

/** What is rendered for a release. */
export interface RenderWish {
  readonly chart: Chart
  /** What the user set, all layers merged. */
  readonly values: Table
  readonly skipSchema?: boolean
  /** Draws of an earlier render, such as that of a plan, to get the same bytes. */
  readonly draws?: RecordedDraws
  /** What the revision before looked up, by `lookupKey`: asked for together before the first round. */
  readonly lookups?: readonly string[]
  /** Changes what was rendered: labels, patches, images. */
  readonly transform?: (rendered: ReleaseRender) => ReleaseRender
}

export interface RenderedRelease {
  readonly rendered: ReleaseRender
  /** Digests of what lookups found, by what was asked. */
  readonly lookups: Readonly<Record<string, string>>
}
