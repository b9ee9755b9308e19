import { folderFiles } from '../../chart/folder-files.ts'
import type { Content } from '../content.ts'
import { chartRoot } from './chart-root.ts'
import { detectContent } from './detect-content.ts'
import { readManifests } from './read-manifests.ts'
import { readZip } from './read-zip.ts'

/** What is in a file of any kind that we know; `path` says where in a zip the chart is. */
export async function readContent(
  bytes: Uint8Array,
  file: { readonly what: string; readonly path?: string | undefined },
  signal: AbortSignal,
): Promise<Content> {
  switch (detectContent(bytes, file.what)) {
    case 'tgz':
      return { kind: 'archive', archive: bytes }
    case 'zip': {
      const files = chartRoot(await readZip(bytes, signal), file.path, file.what)
      return { kind: 'files', files: folderFiles(files) }
    }
    case 'yaml':
      return { kind: 'manifests', documents: readManifests(bytes, file.what) }
  }
}
