import type { FoundImage, ImagePath } from './found-image.ts'
import type { Finder } from './finder.ts'
import { isKnownFlag } from './tables/image-table.ts'
import { namesImage } from './name-words.ts'
import { shifted } from './named-image.ts'
import { isImageInContext, isUnmistakable } from './unmistakable.ts'
import { wholeImage } from './whole-image.ts'

const why = 'a shell text names it'
const words = /[^\s"'`;|&()<>]+/g
const runtimes = /^(?:docker|podman|nerdctl|crictl|ctr)$/
const maxLength = 200_000

/** The images that a text for a shell names: after flags and assignments that say image, after `docker run`, and where nothing else can be meant. */
export function shellImages(text: string, path: ImagePath, finder: Finder): FoundImage[] {
  if (text.length > maxLength) return []
  const found: FoundImage[] = []
  let before = ''
  let isPull = false
  for (const match of text.matchAll(words)) {
    const [word] = match
    const [, name = '', value = word] = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(word) ?? []
    const image = wholeImage(value, path)
    const spoken = name === '' ? before : name
    if (image !== undefined && isMeant(image, spoken, isPull, finder)) {
      found.push({
        ...shifted(image, match.index + word.length - value.length),
        confident: false,
        why,
      })
      isPull = false
    }
    if (/^(?:run|pull|create)$/.test(word) && runtimes.test(before)) isPull = true
    if (word.startsWith('-') || !isPull) before = word
  }
  return found
}

function isMeant(
  { reference }: FoundImage,
  name: string,
  isPull: boolean,
  finder: Finder,
): boolean {
  if (isUnmistakable(reference)) return true
  if (!isImageInContext(reference)) return false
  if (isPull && !name.startsWith('-')) return true
  return /^-|=|^[A-Z_]+$/.test(name) && (namesImage(name) || isKnownFlag(finder.table, name))
}
