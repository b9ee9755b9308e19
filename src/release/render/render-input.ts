import type { Chart, Table } from '../../chart/chart.ts'
import type { RecordedEntropy } from '../../chart/render/entropy.ts'
import type { ReleaseRender } from '../../chart/render/render-round.ts'

/** The chart and the inputs that are rendered for a release. */
export interface RenderInput {
  readonly chart: Chart
  /** The values of the user, all layers merged. */
  readonly values: Table
  readonly skipSchema?: boolean
  /** The entropy of an earlier render, such as that of a plan, to get the same bytes. */
  readonly entropy?: RecordedEntropy
  /**
   * The lookups of the revision before, by `lookupKey`: asked for together before the first round.
   */
  readonly lookups?: readonly string[]
  /** Changes what was rendered: labels, patches, images. */
  readonly transform?: (rendered: ReleaseRender) => ReleaseRender
}

export interface RenderedRelease {
  readonly rendered: ReleaseRender
  /** Digests of what lookups found, by what was asked. */
  readonly lookups: Readonly<Record<string, string>>
}
