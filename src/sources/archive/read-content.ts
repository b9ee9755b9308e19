import type { ChartRequest } from '../chart-request.ts'
import type { Content } from '../content.ts'
import { detectContent } from './detect-content.ts'

/**
 * Reads a file of any kind that we know; `path` says where in an archive the chart is. The rare kinds
 * are loaded when they come.
 */
export async function readContent(
  bytes: Uint8Array,
  file: Pick<ChartRequest, 'path' | 'holds'> & { readonly what: string },
  signal: AbortSignal,
): Promise<Content> {
  switch (detectContent(bytes, file.what)) {
    case 'tgz': {
      if (isWhole(file)) return { kind: 'archive', archive: bytes }
      const { archivedChart } = await import('./archived-chart.ts')
      return { kind: 'files', files: archivedChart(bytes, file) }
    }
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

// A tree is cut to its path by its reader, who may need what is above.
function isWhole({ path, holds }: Pick<ChartRequest, 'path' | 'holds'>): boolean {
  return path === undefined || path === '' || holds === 'tree'
}
