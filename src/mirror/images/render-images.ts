import type { Chart, Table } from '../../chart/chart.ts'
import type { Hook, Manifest } from '../../chart/render/manifests.ts'
import { type RenderRequest, renderChart } from '../../chart/render/render.ts'
import { findIn } from '../../images/find-images.ts'
import type { Findings, FoundImage } from '../../images/found-image.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { imageKey } from './image-key.ts'

/** The objects of a text of documents. */
export type ReadObjects = (text: string) => readonly KubeObject[]

/** An image with the document that names it. */
export interface RenderedImage {
  readonly found: FoundImage
  readonly object: KubeObject
  readonly manifest: Manifest | Hook
}

/** The images of renders of one chart: documents that came before are not looked into again. */
export class RenderImages {
  /** How many times the chart was rendered. */
  renders = 0
  private readonly chart: Chart
  private readonly request: RenderRequest
  private readonly read: ReadObjects
  private readonly table: ImageTable
  private readonly seen = new Map<string, readonly (Findings & { readonly object: KubeObject })[]>()

  constructor(
    chart: Chart,
    request: RenderRequest,
    { read, table }: { readonly read: ReadObjects; readonly table: ImageTable },
  ) {
    this.chart = chart
    this.request = request
    this.read = read
    this.table = table
  }

  /** The images by key with these values; undefined when the chart refuses them. */
  with(values: Table): ReadonlyMap<string, RenderedImage> | undefined {
    this.renders++
    try {
      const { manifests, hooks } = renderChart(this.chart, { ...this.request, values })
      return this.of([...manifests, ...hooks])
    } catch {
      // Values that were made up may well be refused; those of the user are rendered by the caller.
      return undefined
    }
  }

  of(manifests: readonly (Manifest | Hook)[]): ReadonlyMap<string, RenderedImage> {
    const images = new Map<string, RenderedImage>()
    for (const manifest of manifests) {
      const findings = this.findings(manifest.text).flatMap(({ object, images: all }) =>
        all.map((found) => ({ found, object, manifest })),
      )
      for (const one of findings) {
        const key = imageKey(one.found.reference)
        const other = images.get(key)
        const isBetter = one.found.confident && other?.found.confident === false
        if (other === undefined || isBetter) images.set(key, one)
      }
    }
    return images
  }

  /** The images found in each object of a document. */
  findings(text: string): readonly (Findings & { readonly object: KubeObject })[] {
    const known = this.seen.get(text)
    if (known !== undefined) return known
    const found = this.objectsIn(text).map((object) => ({
      object,
      ...findIn(object, this.table),
    }))
    this.seen.set(text, found)
    return found
  }
  private objectsIn(text: string): readonly KubeObject[] {
    try {
      return this.read(text)
    } catch {
      // Helm prints what is no object, and the cluster refuses it: nothing in it runs.
      return []
    }
  }
}
