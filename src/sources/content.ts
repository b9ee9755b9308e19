import { createHash } from 'node:crypto'
import type { Chart, ChartFile } from '../chart/chart.ts'
import { loadFiles } from '../chart/load/load.ts'
import { gunzip } from '../chart/node/load-chart.ts'
import { compareStrings, toBytes } from '../formats/go-string.ts'
import { type Digest, digestOf, finish } from '../oci/digest.ts'
import { readTree } from './archive/read-tree.ts'
import { readTgz } from './archive/read-tgz.ts'
import { SourceError } from './errors.ts'

/** The content of a source. */
export type Content =
  /** A packaged chart, as it came. */
  | { readonly kind: 'archive'; readonly archive: Uint8Array }
  /** A chart that was not packaged: of a folder, a zip or git, without what .helmignore leaves out. */
  | { readonly kind: 'files'; readonly files: readonly ChartFile[] }
  /** Kubernetes objects in one YAML file, each the text of a document. */
  | { readonly kind: 'manifests'; readonly documents: readonly string[] }

/** The files of the chart, from which it can be loaded, unpacked or packaged. */
export function filesOf(content: Content): readonly ChartFile[] {
  if (content.kind === 'archive') return readTgz(content.archive)
  if (content.kind === 'files') return content.files
  throw new SourceError('bad-archive', 'this source holds manifests and no chart')
}

/** All files of a source that is no chart, by their paths in it. */
export function treeOf(content: Content, path: string | undefined): readonly ChartFile[] {
  if (content.kind === 'archive') return readTree(content.archive, path)
  return filesOf(content)
}

/** The chart in a source. */
export function chartOf(content: Content): Chart {
  return loadFiles(filesOf(content), gunzip)
}

/**
 * The digest of a content: the sha256 of the archive, or of the names and contents of its files.
 */
export function digestOfContent(content: Content): Digest {
  if (content.kind === 'archive') return digestOf(content.archive)
  const parts =
    content.kind === 'files'
      ? content.files.toSorted((one, other) => compareStrings(one.name, other.name))
      : content.documents.map((text, i) => ({ name: `${i}`, data: toBytes(text) }))
  const hash = createHash('sha256')
  for (const { name, data } of parts) {
    // The lengths keep apart what would read the same in a row.
    hash.update(`${toBytes(name).length} ${name}\n${data.length}\n`).update(data)
  }
  return finish(hash, 'sha256')
}
