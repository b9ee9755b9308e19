import type { ChartRequest } from '../chart-request.ts'
import type { Content } from '../content.ts'
import { detectContent } from './detect-content.ts'

/**
 * Reads a file of any kind that we know; `path` says where in a zip the chart is. The rare kinds
 * are loaded when they come.
 */
export async function readContent(
  bytes: Uint8Array,
  file: Pick<ChartRequest, 'path' | 'holds'> & { readonly what: string },
  signal: AbortSignal,
): Promise<Content> {
  switch (detectContent(bytes, file.what)) {
    case 'tgz':
      return { kind: 'archive', archive: bytes }
    case 'zip': {
      const { zippedChart } = await import('./zipped-chart.ts')
      return { kind: 'files', files: await zippedChart(bytes, file, signal) }
    }
    case 'yaml': {
      const { readManifests } = await import('./read-manifests.ts')
      return { kind: 'manifests', documents: readManifests(bytes, file.what) }
    }
  }
}
