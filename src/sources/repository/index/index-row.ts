/** One version of a chart in an index: what a search shows and a pull needs. */
export interface IndexRow {
  readonly name: string
  readonly version: string
  readonly appVersion: string
  readonly kubeVersion: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly type: string
  readonly home: string
  readonly icon: string
  readonly deprecated: boolean
  /** `KEY=VALUE` of the annotations that a catalogue reads, and no others. */
  readonly annotations: readonly string[]
  /** RFC 3339; Go's zero time when the index does not say. */
  readonly created: string
  /** SHA-256 in hexadecimal digits, of what is at the first URL; empty when the index does not say. */
  readonly digest: string
  /** As the index has them: absolute, or relative to the repository. */
  readonly urls: readonly string[]
}

/** All versions of one chart, the highest first. */
export interface IndexChart {
  readonly name: string
  readonly versions: readonly IndexRow[]
}
