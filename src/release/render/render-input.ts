import type { Chart, Table } from '../../chart/chart.ts'
import type { RecordedEntropy } from '../../chart/render/entropy.ts'
import type { ReleaseRender } from '../../chart/render/render-round.ts'
import type { Localised } from '../transform/localise-images.ts'
import type { TransformedRender } from '../transform/localise-render.ts'

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
  readonly transform?: (
    rendered: ReleaseRender,
    signal: AbortSignal,
  ) => TransformedRender | Promise<TransformedRender>
  /** Other values for the same: taken when the chart renders the same objects and images with them. */
  readonly preferred?: PreferredValues
  /** Looks up what a render cannot know, such as the digests of its images. */
  readonly complete?: (
    rendered: TransformedRender,
    signal: AbortSignal,
  ) => Promise<TransformedRender>
}

export interface PreferredValues {
  readonly values: Table
  /** Where images went with both; undefined when these are not the same objects with the same images. */
  readonly agree: (
    plain: ReleaseRender,
    preferred: ReleaseRender,
    signal: AbortSignal,
  ) => Promise<Localised['moved'] | undefined>
}

export interface RenderedRelease {
  readonly rendered: TransformedRender
  /** The values that it was rendered with, where these are not the given ones. */
  readonly values?: Table
  /** Digests of what lookups found, by what was asked. */
  readonly lookups: Readonly<Record<string, string>>
}
