import { compressPackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import { parseRegistryReference } from '../../oci/reference.ts'
import type { FetchedSource } from '../../sources/chart-request.ts'
import { chartOf } from '../../sources/content.ts'
import { tagOf } from '../../sources/oci/chart-reference.ts'
import type { ImageChoice } from '../file/mirror-file.ts'
import type { ListedImage } from '../images/image-list.ts'
import type { PackedChart } from './chart-place.ts'

/** A chart of a mirror, with the images that it brings. */
export interface CollectedChart extends PackedChart {
  readonly digest: string
  /** Fetches the same again. */
  readonly from: string
  readonly images: readonly ListedImage[]
}

/** The archive of a chart, made where it came as files. */
export function archiveOf({ content }: FetchedSource): Uint8Array {
  if (content.kind === 'archive') return content.archive
  return compressPackage(packageChart(chartOf(content)).tar)
}

/** The tag of a chart at a registry: the one that it was fetched by, else that of its version. */
export function tagOfChart({ from, version }: Pick<CollectedChart, 'from' | 'version'>): string {
  const tag = from.startsWith('oci://') ? parseRegistryReference(from).tag : undefined
  return tag ?? tagOf(version)
}

/** Whether an image of a chart is among those that are asked for. */
export function isWanted({ certainty }: ListedImage, images: ImageChoice): boolean {
  if (images === 'all') return true
  return certainty === 'certain' || (images === 'could-run' && certainty === 'with')
}
