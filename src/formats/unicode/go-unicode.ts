// Go's unicode package as of Go 1.26 (Unicode 15.0). JavaScript's tables are newer and its case
// mappings are whole-string ones, so what differs is listed here. The lists were found by comparing
// every code point of Go 1.26 with Unicode 17 in JavaScript.

import { isSpace as isSpacePoint } from './space.ts'

/** Letters, numbers and punctuation that Unicode got after 15.0: to Go they are nothing. */
const newer =
  /[\u{88f}\u{c5c}\u{cdc}\u{1b4e}-\u{1b4f}\u{1b7f}\u{1c89}-\u{1c8a}\u{a7cb}-\u{a7cf}\u{a7d2}\u{a7d4}\u{a7da}-\u{a7dc}\u{a7f1}\u{105c0}-\u{105f3}\u{10940}-\u{10959}\u{10d40}-\u{10d65}\u{10d6e}-\u{10d85}\u{10ec2}-\u{10ec7}\u{10ed0}\u{11380}-\u{11389}\u{1138b}\u{1138e}\u{11390}-\u{113b5}\u{113b7}\u{113d1}\u{113d3}-\u{113d5}\u{113d7}-\u{113d8}\u{116d0}-\u{116e3}\u{11bc0}-\u{11be1}\u{11bf0}-\u{11bf9}\u{11db0}-\u{11ddb}\u{11de0}-\u{11de9}\u{13460}-\u{143fa}\u{16100}-\u{1611d}\u{16130}-\u{16139}\u{16d40}-\u{16d79}\u{16ea0}-\u{16eb8}\u{16ebb}-\u{16ed3}\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18cff}\u{18d09}-\u{18d1e}\u{18d80}-\u{18df2}\u{1ccf0}-\u{1ccf9}\u{1e5d0}-\u{1e5ed}\u{1e5f0}-\u{1e5fa}\u{1e5ff}\u{1e6c0}-\u{1e6de}\u{1e6e0}-\u{1e6e2}\u{1e6e4}-\u{1e6e5}\u{1e6e7}-\u{1e6ed}\u{1e6f0}-\u{1e6f4}\u{1e6fe}-\u{1e6ff}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{2ebf0}-\u{2ee5d}\u{323b0}-\u{33479}]/u

/** Old letters whose capital came after 15.0. */
const capitalIsNewer = /[\u{19b}\u{264}\u{a7d3}\u{a7d5}]/u

/** Georgian letters, whose title case is the letter itself and not its capital. */
const titleIsItself = /[\u{10d0}-\u{10fa}\u{10fd}-\u{10ff}]/u

/** Letters that stand for two have a form of their own for the start of a word. */
const digraphTitles: ReadonlyMap<string, string> = new Map(
  [
    '\u{1c4}\u{1c5}\u{1c6}',
    '\u{1c7}\u{1c8}\u{1c9}',
    '\u{1ca}\u{1cb}\u{1cc}',
    '\u{1f1}\u{1f2}\u{1f3}',
  ].flatMap((forms) => Array.from(forms, (form): [string, string] => [form, forms.charAt(1)])),
)

/** unicode.IsSpace, for a string of one code point, as are all functions here. */
export function isSpace(char: string): boolean {
  return isSpacePoint(char.codePointAt(0) ?? 0)
}

export function isUpper(char: string): boolean {
  return /\p{Lu}/u.test(char) && !newer.test(char)
}

export function isLower(char: string): boolean {
  // U+0295 has since become a letter without case.
  return (/\p{Ll}/u.test(char) && !newer.test(char)) || char === '\u{295}'
}

export function isTitle(char: string): boolean {
  return /\p{Lt}/u.test(char)
}

export function isLetter(char: string): boolean {
  return /\p{L}/u.test(char) && !newer.test(char)
}

export function isDigit(char: string): boolean {
  return /\p{Nd}/u.test(char) && !newer.test(char)
}

export function isNumber(char: string): boolean {
  return /\p{N}/u.test(char) && !newer.test(char)
}

export function isPunct(char: string): boolean {
  return /\p{P}/u.test(char) && !newer.test(char)
}

/** unicode.ToUpper: one code point for one, so that ß stays ß. */
export function toUpper(char: string): string {
  if (newer.test(char) || capitalIsNewer.test(char)) return char
  const upper = char.toUpperCase()
  return isOneRune(upper) ? upper : greekWithIota(char)
}

/** unicode.ToLower. */
export function toLower(char: string): string {
  if (newer.test(char)) return char
  // JavaScript keeps the dot of İ as a second code point.
  return char === '\u{130}' ? 'i' : char.toLowerCase()
}

/** unicode.ToTitle. */
export function toTitle(char: string): string {
  if (titleIsItself.test(char)) return char
  return digraphTitles.get(char) ?? toUpper(char)
}

// Vowels with an iota below have a single capital form, which JavaScript spells with two.
function greekWithIota(char: string): string {
  const point = char.codePointAt(0) ?? 0
  if (point >= 0x1f80 && point <= 0x1faf) return String.fromCodePoint(point | 8)
  if (point === 0x1fb3 || point === 0x1fc3 || point === 0x1ff3)
    return String.fromCodePoint(point + 9)
  return char
}

function isOneRune(text: string): boolean {
  return text.length === ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
}
