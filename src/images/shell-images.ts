import type { FoundImage, ImagePath } from './found-image.ts'
import type { Finder } from './finder.ts'
import { flagMeaning } from './tables/image-table.ts'
import { namesImage } from './name-words.ts'
import { shifted } from './named-image.ts'
import { isImageInContext, isUnmistakable } from './unmistakable.ts'
import { wholeImage } from './whole-image.ts'

const why = 'a shell text names it'
const words = /[^\s"'`;|&()<>]+/g
const programs = /(?:^|\/)(?:docker|podman|nerdctl|crictl|ctr|buildah|skopeo|crane|regctl)$/
const verbs = /^(?:run|pull|create|from|copy|cp|prefetch|pull-image)$/
/** Flags of those programs that take no value. */
const switches =
  /^-(?:[itdqPa]+|-(?:rm|detach|interactive|tty|quiet|privileged|init|insecure|plain-http|all-platforms|read-only|no-healthcheck|all-tags|all)(?:=\w+)?)$/
const maxLength = 200_000

/** Whether a text says itself that a shell reads it. */
export function isShellText(text: string): boolean {
  return /^\s*(?:#!.*\b(?:ba|da|a|k|z)?sh\b|set -[eux])/.test(text)
}

/**
 * The images that a text for a shell names: after flags, assignments and keys that say image, after `docker run` and the like,
 * in `kubectl set image`, and where nothing else can be meant.
 */
export function shellImages(text: string, path: ImagePath, finder: Finder): FoundImage[] {
  if (text.length > maxLength) return []
  const found: FoundImage[] = []
  const seen = new CommandWords()
  let end = 0
  for (const match of text.matchAll(words)) {
    const [word] = match
    seen.separate(text.slice(end, match.index))
    end = match.index + word.length
    if (seen.isRemark(word)) continue
    const [, name = '', value = word] = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(word) ?? []
    const image = wholeImage(value, path)
    if (image !== undefined && isMeant(image, name, seen, finder)) {
      const start = match.index + word.length - value.length
      found.push({ ...shifted(image, start), confident: false, why })
      seen.take()
    }
    seen.pass(word)
  }
  return found
}

/** Where the reader is in a command. */
class CommandWords {
  /** The word before; of `"image": x` the key. */
  before = ''
  /** Whether an image is to follow: `docker run`. */
  wantsImage = false
  /** Whether images stand behind the names of containers: `kubectl set image`. */
  setsImages = false
  private program = false
  private remark = false

  /** Takes the signs between two words: a command may have ended. */
  separate(between: string): void {
    const lineEnds = between.includes('\n')
    if (lineEnds) this.remark = false
    if (!/[;|&()]|(?<!\\)\n/.test(between)) return
    this.program = false
    this.wantsImage = false
    this.setsImages = false
    if (lineEnds) this.before = ''
  }

  isRemark(word: string): boolean {
    this.remark ||= word.startsWith('#') && !word.startsWith('#!')
    return this.remark
  }

  /** The image that was to follow is there. */
  take(): void {
    this.wantsImage = false
  }

  pass(word: string): void {
    if (programs.test(word)) this.program = true
    else if (this.program && verbs.test(word)) this.wantsImage = true
    if (word === 'image' && this.before === 'set') this.setsImages = true
    // `"image": x`, whose colon is a word of its own.
    if (word !== ':' && word !== '\\') this.before = word
    else if (word === ':') this.before = `${this.before}:`
  }
}

function isMeant(
  { reference }: FoundImage,
  name: string,
  { before, wantsImage, setsImages }: CommandWords,
  finder: Finder,
): boolean {
  if (isUnmistakable(reference)) return true
  if (!isImageInContext(reference)) return false
  if (setsImages && name !== '') return true
  if (wantsImage && name === '') {
    const isValue = before.startsWith('-') && !switches.test(before)
    return !isValue || (reference.hasHost && reference.repository.includes('/'))
  }
  const spoken = name === '' ? before : name
  const isName = name !== '' || /^-|[:=]$/.test(before)
  return isName && (namesImage(spoken) || flagMeaning(finder.table, spoken) === 'image')
}
