/** A chart that may have changed. */
export interface KnownChart {
  readonly folder: string
  /** Folders that it takes dependencies from as `file://`. */
  readonly uses: readonly string[]
}

/** The charts with a changed file in them, and those that use one of these, in the order given. */
export function chooseCharts(
  charts: readonly KnownChart[],
  changedFiles: readonly string[],
): readonly string[] {
  const chosen = new Set(
    charts
      .filter(({ folder }) => changedFiles.some((file) => isBelow(file, folder)))
      .map(({ folder }) => folder),
  )
  for (let before = -1; before !== chosen.size;) {
    before = chosen.size
    for (const { folder, uses } of charts) {
      const changed = uses.some(
        (one) => chosen.has(one) || changedFiles.some((file) => isBelow(file, one)),
      )
      if (changed) chosen.add(folder)
    }
  }
  return charts.map(({ folder }) => folder).filter((folder) => chosen.has(folder))
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}
