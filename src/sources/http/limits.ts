// The most that a server may make us hold or wait for.

const mebibyte = 1024 * 1024

/** Helm's own time for an exchange, in milliseconds. */
export const defaultTotalTime = 120_000
/** Of an error's body, for its message. */
export const maxErrorBytes = 64 * 1024
/** An index larger than this is no index. Bitnami's was 26 MB. */
export const maxIndexBytes = 256 * mebibyte
/** As large as an archive of a chart may be. */
export const maxArchiveBytes = 128 * mebibyte
/** Of a provenance file, and of other small files beside a chart. */
export const maxSmallFileBytes = 4 * mebibyte
