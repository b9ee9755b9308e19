import type { FoundImage, Slot } from './found-image.ts'
import { wordsOf } from './name-words.ts'
import { type Part, type PartRole, putTogether } from './split-image.ts'

/** A text that a variable, flag, key or field has. */
export interface NamedText {
  readonly name: string
  readonly text: string
  readonly slot: Slot
}

const roleEndings: readonly (readonly [RegExp, PartRole])[] = [
  [/(?:_CONTAINER|_IMAGE|_DOCKER)?_REGISTRY$/, 'registry'],
  [/(?:_IMAGE|_CONTAINER)?_(?:REPOSITORY|REPO)$/, 'repository'],
  [/_IMAGE_NAME$|_IMAGE$/, 'name'],
  [/_IMAGE_(?:TAG|VERSION)$/, 'tag'],
  [/_IMAGE_DIGEST$/, 'digest'],
]

/**
 * The images whose parts have names of their own: X_IMAGE_NAME, X_IMAGE_TAG and X_CONTAINER_REGISTRY make one image, and so
 * do `--x-image-repository` and `--x-image-tag`.
 */
export function splitNames(texts: readonly NamedText[]): readonly FoundImage[] {
  const groups = new Map<string, Partial<Record<PartRole, Part>>>()
  for (const { name, text, slot } of texts) {
    const written = `_${wordsOf(name).join('_').toUpperCase()}`
    const [ending, role] = roleEndings.find(([pattern]) => pattern.test(written)) ?? []
    if (ending === undefined || role === undefined) continue
    // A name with a version needs no other part.
    if (role === 'name' && /[:@][^/]*$/.test(text)) continue
    const key = written.replace(ending, '')
    const group = groups.get(key) ?? {}
    group[role] ??= { text, slot }
    groups.set(key, group)
  }
  return [...groups.values()].flatMap((parts) => {
    const isSplit = parts.tag !== undefined || parts.digest !== undefined
    const hasName = parts.name !== undefined || parts.repository !== undefined
    return (isSplit && hasName && putTogether(parts)) || []
  })
}
