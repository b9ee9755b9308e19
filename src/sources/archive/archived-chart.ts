import type { ChartFile } from '../../chart/chart.ts'
import { folderFiles } from '../../chart/load/folder-files.ts'
import type { ChartRequest } from '../chart-request.ts'
import { chartRoot } from './chart-root.ts'
import { readTree } from './read-tree.ts'

/** The files of the chart at a path in a .tgz, as if they were read from the folder that was packed. */
export function archivedChart(
  archive: Uint8Array,
  file: Pick<ChartRequest, 'path' | 'holds'> & { readonly what: string },
): readonly ChartFile[] {
  return folderFiles(chartRoot(readTree(archive, file.path), file))
}
