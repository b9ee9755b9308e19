import { type Json, isJsonList } from '../objects/json.ts'
import { isStructured } from './environment-images.ts'
import type { Findings, FoundImage, FoundPart, ImagePath } from './found-image.ts'
import type { Finder } from './finder.ts'
import { namesImages } from './name-words.ts'
import { listedImages, namedImage, namedPart, shifted } from './named-image.ts'
import { shellImages } from './shell-images.ts'
import { type NamedText, splitNames } from './split-names.ts'
import { flagMeaning } from './tables/image-table.ts'

/** The images in the words of a command: `--x-image=reference`, `--x-image reference`, and texts that a shell reads. */
export function argumentImages(words: Json | undefined, path: ImagePath, finder: Finder): Findings {
  if (!isJsonList(words)) return { images: [], parts: [] }
  const told = words.flatMap((word, at): NamedText[] => {
    if (typeof word !== 'string') return []
    const { flag, start } = flagOf(word, words[at - 1])
    return [
      {
        name: flag,
        text: word.slice(start),
        slot: { path: [...path, at], start, end: word.length },
      },
    ]
  })
  const split = splitNames(told)
  const used = new Set(split.flatMap(({ slots }) => Object.values(slots).map((slot) => slot.path)))
  const { table } = finder
  const rest = told.filter(
    ({ name, slot }) => !used.has(slot.path) && flagMeaning(table, name) !== 'never',
  )
  const parts = rest.flatMap(({ name, text, slot }): FoundPart[] => {
    const part = name === '' ? undefined : namedPart(text, name, slot, table)
    return part === undefined ? [] : [part]
  })
  const others = rest.filter(({ name }) => flagMeaning(table, name) !== 'registry')
  return { images: [...split, ...others.flatMap((one) => wordImages(one, finder))], parts }
}

function wordImages({ name, text, slot }: NamedText, finder: Finder): readonly FoundImage[] {
  const { path, start } = slot
  return textImages(text, name, path, finder).map((one) => shifted(one, start))
}

function textImages(
  text: string,
  flag: string,
  path: ImagePath,
  finder: Finder,
): readonly FoundImage[] {
  const whole = namedImage(text, flag, path, finder.table)
  if (whole !== undefined) return [whole]
  const listed = listedImages(text, flag, path)
  if (listed.length > 0) return listed
  const inShell = /\s/.test(text.trim()) ? shellImages(text, path, finder) : []
  return isStructured(text) ? [...inShell, ...finder.inText(text, path, flag)] : inShell
}

/** The flag or key that a word is the value of, and where in the word the value begins. */
function flagOf(word: string, before: Json | undefined): { flag: string; start: number } {
  const [own] = /^-{1,2}[\w.-]+=/.exec(word) ?? []
  const outer = own?.slice(0, -1) ?? (isFlag(before) ? before : '')
  const from = own?.length ?? 0
  // `--set=worker.image=…` and `worker.image=…`
  const [inner] = /^[\w.-]+=/.exec(word.slice(from)) ?? []
  const key = inner?.slice(0, -1) ?? ''
  if (inner === undefined || namesImages(outer) || !/image/i.test(key))
    return { flag: outer, start: from }
  return { flag: key, start: from + inner.length }
}

function isFlag(word: Json | undefined): word is string {
  return typeof word === 'string' && /^-{1,2}[\w.-]+$/.test(word)
}
