import { decodeBase64, encodeBase64 } from '../formats/base64.ts'
import { type Json, isJsonList, isJsonObject } from '../objects/json.ts'
import type { FoundImage, ImagePath, Slot } from './found-image.ts'

/** A stretch of a text and what is to stand there. */
export interface SlotText {
  readonly slot: Slot
  readonly text: string
}

/**
 * The texts that the parts of an image need for it to be another one; undefined when the parts
 * cannot say it.
 */
export function slotTexts(found: FoundImage, to: string): readonly SlotText[] | undefined {
  const { whole, repository, name, tag, digest } = found.slots
  if (whole !== undefined) return [{ slot: whole, text: to }]
  if (name === undefined && repository === undefined) return undefined
  // Without a place for it, the version stands at the end of the name.
  if (tag === undefined && digest === undefined) return placeTexts(to, found)
  const [place, version] = versionOf(to)
  const places = placeTexts(place, found)
  const versions = versionTexts(version, { tag, digest })
  return places && versions && [...places, ...versions]
}

function versionOf(image: string): readonly [string, { tag: string; digest: string }] {
  const at = image.indexOf('@')
  const digest = at < 0 ? '' : image.slice(at + 1)
  const named = at < 0 ? image : image.slice(0, at)
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  if (colon < 0) return [named, { tag: '', digest }]
  return [named.slice(0, colon), { tag: named.slice(colon + 1), digest }]
}

// The parts behind the first keep as many words as they had, so that what stands before them can be shared by others.
function placeTexts(
  place: string,
  { slots: { registry, repository, name }, image }: FoundImage,
): readonly SlotText[] | undefined {
  const slots = [registry, repository, name].filter((slot) => slot !== undefined)
  const words = place.split('/')
  if (words.length < slots.length) return undefined
  const texts: SlotText[] = []
  let end = words.length
  let old = versionOf(image)[0]
  for (const [left, slot] of [...slots.entries()].toReversed()) {
    const length = Math.min(slot.end - slot.start, old.length)
    const count = old
      .slice(old.length - length)
      .split('/')
      .filter((word) => word !== '').length
    const start = left === 0 ? 0 : Math.max(end - Math.max(count, 1), left)
    texts.push({ slot, text: words.slice(start, end).join('/') })
    old = old.slice(0, old.length - length).replace(/\/+$/, '')
    end = start
  }
  return texts.toReversed()
}

// A digest goes where digests stand, else behind the tag.
function versionTexts(
  { tag, digest }: { readonly tag: string; readonly digest: string },
  slots: { readonly tag: Slot | undefined; readonly digest: Slot | undefined },
): readonly SlotText[] | undefined {
  if (slots.digest !== undefined) {
    if (digest === '' || (slots.tag === undefined && tag !== '')) return undefined
    const texts = [{ slot: slots.digest, text: digest }]
    return slots.tag === undefined ? texts : [...texts, { slot: slots.tag, text: tag }]
  }
  if (slots.tag === undefined) return undefined
  const behind = tag === '' ? digest : `${tag}${digest === '' ? '' : `@${digest}`}`
  return behind === '' ? undefined : [{ slot: slots.tag, text: behind }]
}

/** The value with texts put into it; stretches of one text never overlap. */
export function writeSlots(value: Json, texts: readonly SlotText[]): Json {
  const byPath = Map.groupBy(texts, ({ slot }) => JSON.stringify(slot.path))
  let result = value
  for (const group of byPath.values()) {
    const [first] = group
    if (first !== undefined)
      result = replaceAt(result, first.slot.path, (before) => put(before, group))
  }
  return result
}

function put(before: Json, texts: readonly SlotText[]): Json {
  // A tag may be written as a number.
  const text = typeof before === 'string' ? before : JSON.stringify(before)
  const isEncoded = texts[0]?.slot.encoding === 'base64'
  const decoded = isEncoded ? new TextDecoder().decode(decodeBase64(text)) : text
  const changed = putInto(decoded, texts)
  // A number that stays as it is stays a number.
  if (changed === decoded) return before
  return isEncoded ? encodeBase64(new TextEncoder().encode(changed)) : changed
}

function putInto(text: string, texts: readonly SlotText[]): string {
  let result = text
  for (const { slot, text: inner } of texts.toSorted((a, b) => b.slot.start - a.slot.start)) {
    result = result.slice(0, slot.start) + inner + result.slice(slot.end)
  }
  return result
}

function replaceAt(value: Json, path: ImagePath, change: (before: Json) => Json): Json {
  const [field, ...rest] = path
  if (field === undefined) return change(value)
  if (isJsonList(value)) {
    return value.map((item, at) => (at === field ? replaceAt(item, rest, change) : item))
  }
  const name = String(field)
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value
  const inner = value[name]
  return inner === undefined ? value : { ...value, [name]: replaceAt(inner, rest, change) }
}
