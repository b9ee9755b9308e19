import { folderFiles } from '../../chart/load/folder-files.ts'
import type { ChartRequest } from '../chart-request.ts'
import type { Content } from '../content.ts'
import { chartRoot } from './chart-root.ts'
import { detectContent } from './detect-content.ts'

/**
 * Reads a file of any kind that we know; `path` says where in an archive the chart is, whose files are then those of
 * the folder that was packed. Readers of the rare kinds are loaded when one comes.
 */
export async function readContent(
  bytes: Uint8Array,
  file: Pick<ChartRequest, 'path' | 'holds'> & { readonly what: string },
  signal: AbortSignal,
): Promise<Content> {
  switch (detectContent(bytes, file.what)) {
    case 'tgz': {
      if (isWhole(file)) return { kind: 'archive', archive: bytes }
      const { readTree } = await import('./read-tree.ts')
      return { kind: 'files', files: folderFiles(chartRoot(readTree(bytes, file.path), file)) }
    }
    case 'zip': {
      const { readZip } = await import('./read-zip.ts')
      const files = chartRoot(await readZip(bytes, signal), file)
      return { kind: 'files', files: file.holds === 'tree' ? files : folderFiles(files) }
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
