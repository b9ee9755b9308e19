import { readYaml } from '../../formats/yaml/read.ts'
import type { Value } from '../../formats/value.ts'
import type { Chart } from '../../chart/chart.ts'

/** An image that a chart says of itself that it uses. */
export interface DeclaredImage {
  readonly image: string
  readonly annotation: string
}

const annotations = ['images', 'helm.sh/images', 'artifacthub.io/images'] as const

/** The images that the annotations of a chart and its subcharts list. */
export function declaredImages(chart: Chart): readonly DeclaredImage[] {
  const own = annotations.flatMap((annotation) => {
    const text = chart.metadata.annotations?.get(annotation)
    return text === undefined ? [] : imagesIn(text).map((image) => ({ image, annotation }))
  })
  return [...own, ...chart.dependencies.flatMap(declaredImages)]
}

// A list of texts, or of objects with an `image`.
function imagesIn(text: string): readonly string[] {
  let value: Value
  try {
    value = readYaml(text)
  } catch {
    // An annotation that is no YAML lists nothing.
    return []
  }
  if (!Array.isArray(value)) return []
  return value.flatMap((one: Value) => {
    const image = one instanceof Map ? one.get('image') : one
    return typeof image === 'string' ? [image] : []
  })
}
