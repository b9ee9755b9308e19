import { type Json, isJsonList } from '../objects/json.ts'
import type { Findings, FoundImage, FoundPart, ImagePath } from './found-image.ts'
import type { Finder } from './finder.ts'
import { listedImages, namedImage, namedPart, shifted } from './named-image.ts'
import { shellImages } from './shell-images.ts'

/** The images in the words of a command: `--x-image=reference`, `--x-image reference`, and texts that a shell reads. */
export function argumentImages(words: Json | undefined, path: ImagePath, finder: Finder): Findings {
  if (!isJsonList(words)) return { images: [], parts: [] }
  const images: FoundImage[] = []
  const parts: FoundPart[] = []
  for (const [at, word] of words.entries()) {
    if (typeof word !== 'string') continue
    const here = [...path, at]
    const { flag, start } = flagOf(word, words[at - 1])
    const text = word.slice(start)
    const slot = { path: here, start, end: word.length }
    images.push(...wordImages(text, flag, here, finder).map((one) => shifted(one, start)))
    const part = flag === '' ? undefined : namedPart(text, flag, slot)
    if (part !== undefined) parts.push(part)
  }
  return { images, parts }
}

function wordImages(
  text: string,
  flag: string,
  path: ImagePath,
  finder: Finder,
): readonly FoundImage[] {
  const whole = namedImage(text, flag, path, finder.table)
  if (whole !== undefined) return [whole]
  const listed = listedImages(text, flag, path)
  return listed.length > 0 || !/\s/.test(text.trim()) ? listed : shellImages(text, path, finder)
}

/** The flag that a word is the value of, and where in the word the value begins. */
function flagOf(word: string, before: Json | undefined): { flag: string; start: number } {
  const [own] = /^-{1,2}[\w.-]+=/.exec(word) ?? []
  if (own !== undefined) return { flag: own.slice(0, -1), start: own.length }
  return { flag: isFlag(before) ? before : '', start: 0 }
}

function isFlag(word: Json | undefined): word is string {
  return typeof word === 'string' && /^-{1,2}[\w.-]+$/.test(word)
}
