// The most that an index may make us hold. Its whole size is bounded where it is fetched.

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** Of one version's entry. */
export const maxEntryBytes = 4 * mebibyte
/** Of everything in an index besides its entries. */
export const maxHeadBytes = mebibyte
/** An index whose layout is unusual is read whole, which takes some twenty times its size. */
export const maxWholeIndexBytes = 8 * mebibyte
/** An index that is merged into a new one is somebody's own file. */
export const maxMergedIndexBytes = 64 * mebibyte
export const maxCharts = 100_000
/** Of one chart's versions together, as a table has them. */
export const maxChartBytes = 64 * mebibyte
export const maxVersionsPerChart = 50_000
export const maxVersions = 1_000_000
/** Warnings about entries that are left out; more are only counted. */
export const maxWarnings = 100
/** How much of an index is in memory at a time. */
export const readBufferBytes = 256 * kibibyte
