import { join } from 'node:path'

/** Where the index of a repository is kept: in Helm's own files, and a table of ours beside them. */
export interface IndexPlace {
  /** The repository's name, which the files carry. */
  readonly name: string
  /** $HELM_REPOSITORY_CACHE. */
  readonly folder: string
}

export interface IndexPaths {
  readonly index: string
  /** The names of the charts, one per line, for the shell's completion. */
  readonly charts: string
  readonly table: string
}

/** The files of a repository's index; all of them go when the repository does. */
export function indexPaths({ name, folder }: IndexPlace): IndexPaths {
  const start = name === '' ? '' : `${name}-`
  return {
    index: join(folder, `${start}index.yaml`),
    charts: join(folder, `${start}charts.txt`),
    table: join(folder, `${start}index.table`),
  }
}
