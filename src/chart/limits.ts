/**
 * Bounds on what a chart may be. The first two are Helm's own; the others only stop what is no chart:
 * the largest public ones stay far below them.
 */
export const limits = {
  /** All files of a chart, decompressed. */
  totalBytes: 100 * 1024 * 1024,
  /** One file of a chart. */
  fileBytes: 5 * 1024 * 1024,
  /** Files of a chart, those of its subcharts included. */
  files: 20_000,
  /** Files and folders looked at in a chart's folder, ignored ones included. */
  entries: 100_000,
  /** Charts inside charts, folders inside folders. */
  depth: 64,
  /** A values file given by the user. */
  valuesBytes: 32 * 1024 * 1024,
} as const
