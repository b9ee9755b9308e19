import { type ImageReference, readImage } from '../../images/image-reference.ts'

export interface WrittenImage {
  readonly image: string
  readonly reference: ImageReference
}

/**
 * The images of a list: one a line, with comments after #, as `images list -o crane` and -o lock write them, or
 * the JSON of `images list -o json`. Undefined when the text is something else.
 */
export function readImageList(text: string): readonly WrittenImage[] | undefined {
  const trimmed = text.trim()
  const names = trimmed.startsWith('{') ? namesInJson(trimmed) : linesOf(trimmed)
  const images = names?.map((image) => ({ image, reference: readImage(image) }))
  const whole = images?.filter((one): one is WrittenImage => one.reference !== undefined)
  return whole !== undefined && whole.length === images?.length && whole.length > 0
    ? whole
    : undefined
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*/, '').trim())
    .filter((line) => line !== '')
}

function namesInJson(text: string): readonly string[] | undefined {
  try {
    const { images } = JSON.parse(text) as { readonly images?: unknown }
    if (!Array.isArray(images)) return undefined
    return images.map((one: unknown) => String((one as { readonly image?: unknown } | null)?.image))
  } catch {
    // Not JSON is not a list of ours.
    return undefined
  }
}
