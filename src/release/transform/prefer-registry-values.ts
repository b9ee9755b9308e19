import type { Chart, Table } from '../../chart/chart.ts'
import type { ReleaseRender } from '../../chart/render/render-round.ts'
import { findImages } from '../../images/find-images.ts'
import { rewriteImage } from '../../images/rewrite-image.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import { idOf, objectKey } from '../desired/object-id.ts'
import { readManifest } from '../desired/read-manifest.ts'
import type { ImageChoice, Localised } from './localise-images.ts'
import { localiseRender } from './localise-render.ts'
import { registryValues } from './registry-values.ts'
import { tableOf } from './table-of.ts'
import type { Transform } from './rendered-object.ts'

/** Values that tell the chart itself of the registry, where it has a value for that. `movesOfPreferred` says whether they count. */
export function preferredValues(
  { chart, values }: { readonly chart: Chart; readonly values: Table },
  { registry }: ImageChoice,
): Table | undefined {
  return registry === undefined ? undefined : registryValues(chart, values, registry)
}

/**
 * Where images went in a render with preferred values. They count only if the chart then renders the same objects, and no
 * image elsewhere than where it would have been moved; else undefined.
 */
export function movesOfPreferred(
  { plain, preferred }: { readonly plain: Texts; readonly preferred: Texts },
  images: ImageChoice,
  patches: readonly Transform[],
): Localised['moved'] | undefined {
  const { registry, map } = images
  const choice: ImageChoice = { ...images, foreign: 'allow', pullSecrets: [] }
  const rules = { ...(registry && { registry }), ...(map && { map }) }
  const before = localiseRender(plain, choice, patches)
  const table = tableOf(images)
  const wanted = contentOf(before, table)
  const found = contentOf(localiseRender(preferred, choice, patches), table)
  if (wanted.objects.symmetricDifference(found.objects).size > 0) return undefined
  const places = new Set([...wanted.images].flatMap((image) => [image, rewriteImage(image, rules)]))
  return found.images.isSubsetOf(places) ? (before.localised?.moved ?? []) : undefined
}

type Texts = Pick<ReleaseRender, 'manifests' | 'hooks'>

function contentOf({ manifests, hooks }: Texts, table: ImageTable) {
  const objects = [...manifests, ...hooks].flatMap(({ text }) => readManifest(text))
  return {
    objects: new Set(objects.map((object) => objectKey(idOf(object)))),
    images: new Set(
      objects.flatMap((object) => findImages(object, table).map(({ image }) => image)),
    ),
  }
}
