// The most that a package may make us hold, write or wait for.

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

/** Files of a package. */
export const maxPackageFiles = 100_000
/** All bytes of a package that was unpacked. */
export const maxPackageBytes = 1024 * gibibyte
/** A file that is read whole: a manifest, values, an application, a file that is rendered. */
export const maxTextBytes = 16 * mebibyte
/** A chart archive. */
export const maxChartBytes = 100 * mebibyte
/** Folders inside folders. */
export const maxFolderDepth = 32
/** The length of a path in a package. */
export const maxPathLength = 1024
