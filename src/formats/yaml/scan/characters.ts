// Character codes and classes of the YAML 1.1 grammar. A NUL stands for the end of the text: the
// reader refuses a NUL in the text itself.

export const nul = 0x00
export const tab = 0x09
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const exclamation = 0x21
export const doubleQuote = 0x22
export const hash = 0x23
export const percent = 0x25
export const ampersand = 0x26
export const singleQuote = 0x27
export const asterisk = 0x2a
export const plus = 0x2b
export const comma = 0x2c
export const dash = 0x2d
export const dot = 0x2e
export const zero = 0x30
const nine = 0x39
export const colon = 0x3a
export const less = 0x3c
export const greater = 0x3e
export const question = 0x3f
export const at = 0x40
export const openBracket = 0x5b
export const backslash = 0x5c
export const closeBracket = 0x5d
export const backquote = 0x60
export const openBrace = 0x7b
export const bar = 0x7c
export const closeBrace = 0x7d
export const nextLine = 0x85
export const lineSeparator = 0x2028
export const paragraphSeparator = 0x2029
export const byteOrderMark = 0xfeff

const wordClass = 1
const uriClass = 2

const classes = new Uint8Array(0x80)
for (const char of ";/?:@&=+$,.!~*'()[]%") classes[char.charCodeAt(0)] = uriClass
for (const char of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-')
  classes[char.charCodeAt(0)] = wordClass | uriClass

export function isBlank(code: number): boolean {
  return code === space || code === tab
}

export function isBreak(code: number): boolean {
  if (code < nextLine) return code === lineFeed || code === carriageReturn
  return code === nextLine || code === lineSeparator || code === paragraphSeparator
}

export function isBreakOrEnd(code: number): boolean {
  return code === nul || isBreak(code)
}

export function isBlankOrEnd(code: number): boolean {
  if (code > space && code < nextLine) return false
  return code === space || code === tab || isBreakOrEnd(code)
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}

/** A letter, a digit, `_` or `-`, of which anchors and handles are made. */
export function isWord(code: number): boolean {
  return code < 0x80 && ((classes[code] ?? 0) & wordClass) !== 0
}

/** A character that a tag may contain. */
export function isUri(code: number): boolean {
  return code < 0x80 && ((classes[code] ?? 0) & uriClass) !== 0
}

/** The value of a hexadecimal digit; -1 for any other character. */
export function hexValue(code: number): number {
  if (code >= zero && code <= nine) return code - zero
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
