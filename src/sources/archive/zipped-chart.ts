import type { ChartFile } from '../../chart/chart.ts'
import { folderFiles } from '../../chart/load/folder-files.ts'
import type { ChartRequest } from '../chart-request.ts'
import { chartRoot } from './chart-root.ts'
import { readZip } from './read-zip.ts'

/** The files of the chart in a zip, as if they were read from the folder that was zipped. */
export async function zippedChart(
  bytes: Uint8Array,
  zip: Pick<ChartRequest, 'path' | 'holds'> & { readonly what: string },
  signal: AbortSignal,
): Promise<readonly ChartFile[]> {
  const files = chartRoot(await readZip(bytes, signal), zip)
  return zip.holds === 'tree' ? files : folderFiles(files)
}
