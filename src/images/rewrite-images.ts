import type { KubeObject } from '../objects/kube-object.ts'
import { findIn } from './find-images.ts'
import type { FoundImage, FoundPart, ImagePath } from './found-image.ts'
import { type ImageTable, knownImages } from './tables/image-table.ts'
import { type RewriteRules, rewriteImage, rewritePlace } from './rewrite-image.ts'
import { isImageInContext } from './unmistakable.ts'
import { type SlotText, slotTexts, writeSlots } from './write-slots.ts'

/** An image that was pointed somewhere else. */
export interface RewrittenImage {
  readonly from: string
  readonly to: string
  readonly path: ImagePath
}

/** The object with all its images, and registries that a program makes names from, pointed where the rules say. */
export function rewriteImages(
  object: KubeObject,
  rules: RewriteRules,
  table: ImageTable = knownImages(),
): { readonly object: KubeObject; readonly rewritten: readonly RewrittenImage[] } {
  const { images, parts } = findIn(object, table)
  const rewritten: RewrittenImage[] = []
  const texts = new Map<string, SlotText>()
  for (const change of [
    ...images.map((one) => ofImage(one, rules)),
    ...parts.map((one) => ofPart(one, rules)),
  ]) {
    // A part that several images share is written once; images that disagree about it stay where they are.
    if (change === undefined || !change.texts.every((one) => fits(one, texts))) continue
    for (const one of change.texts) texts.set(keyOf(one), one)
    rewritten.push(change.rewritten)
  }
  if (rewritten.length === 0) return { object, rewritten }
  return { object: writeSlots(object, [...texts.values()]) as KubeObject, rewritten }
}

interface Change {
  readonly texts: readonly SlotText[]
  readonly rewritten: RewrittenImage
}

function ofImage(found: FoundImage, rules: RewriteRules): Change | undefined {
  // A word that only its field calls an image may be anything.
  if (!found.confident && !isImageInContext(found.reference)) return undefined
  const to = rewriteImage(found.image, rules)
  if (to === found.image) return undefined
  const texts = slotTexts(found, to)
  return texts && { texts, rewritten: { from: found.image, to, path: found.path } }
}

function ofPart(found: FoundPart, rules: RewriteRules): Change | undefined {
  const { part, text, slot, path, isKnown } = found
  if (part === 'tag' || !isKnown) return undefined
  const to = rewritePlace(text, rules)
  if (to === text) return undefined
  return { texts: [{ slot, text: to }], rewritten: { from: text, to, path } }
}

function fits(one: SlotText, texts: ReadonlyMap<string, SlotText>): boolean {
  const other = texts.get(keyOf(one))
  return other === undefined || other.text === one.text
}

function keyOf({ slot }: SlotText): string {
  return JSON.stringify([slot.path, slot.start])
}
