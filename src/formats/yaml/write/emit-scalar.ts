// How a text can be written: what libyaml's emitter, which go-yaml follows, finds out in one look over
// its characters. Everything that needs no thought is ASCII and of class 0.

/** Facts about a text, as bits. */
export type Shape = number

export const multiline = 1
export const notPlain = 2
export const notSingleQuoted = 4
export const notLiteral = 8
/** Some character is beyond printable ASCII; not every string is what it seems. */
export const unusual = 16

const ordinary = 0
const space = 1
const tab = 2
const lineBreak = 3
const unprintable = 4
const colon = 5
const hash = 6

const classes = new Uint8Array(0x80)
classes.fill(unprintable, 0, 0x20)
classes[0x7f] = unprintable
classes[0x20] = space
classes[0x09] = tab
classes[0x0a] = lineBreak
// A carriage return breaks lines and cannot be printed, which settles the matter.
classes[0x3a] = colon
classes[0x23] = hash

const firstIndicators = new Uint8Array(0x80)
for (const char of '#,[]{}&*!|>\'"%@`') firstIndicators[char.charCodeAt(0)] = 1
for (const char of '?:-') firstIndicators[char.charCodeAt(0)] = 2

export interface ScalarRules {
  /** Whether a literal may hold tabs (v3). */
  readonly tabsInLiterals: boolean
}

/** Looks at a text of valid characters once. */
export function shapeOf(text: string, rules: ScalarRules): Shape {
  if (text === '') return notLiteral
  let shape = startsWithIndicator(text) ? notPlain : 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) {
      const kind = classes[code]
      if (kind !== ordinary) shape |= shapeOfAscii(text, i, kind ?? unprintable, rules)
    } else if (code === 0x2028 || code === 0x2029) shape |= unusual | shapeOfBreak(text, i)
    else if (isPrintable(code)) shape |= unusual
    else {
      shape |= unusual | notPlain | notSingleQuoted | notLiteral
      if (code === 0x85) shape |= multiline
    }
  }
  return shape
}

/** Whether a UTF-16 unit from U+0080 on is written as it is; characters beyond the first plane are not. */
export function isPrintable(code: number): boolean {
  if (code < 0xd800) return code >= 0xa0
  return code > 0xdfff && code < 0xfffe && code !== 0xfeff
}

function shapeOfAscii(text: string, at: number, kind: number, rules: ScalarRules): Shape {
  switch (kind) {
    case space:
      return shapeOfSpace(text, at)
    case lineBreak:
      return shapeOfBreak(text, at)
    case colon:
      return at > 0 && isFollowedByBlank(text, at) ? notPlain : 0
    case hash:
      return at > 0 && isBlankOrBreak(text.charCodeAt(at - 1)) ? notPlain : 0
    case tab:
      return notPlain | notSingleQuoted | (rules.tabsInLiterals ? 0 : notLiteral)
    default:
      return shapeOfControl(text.charCodeAt(at))
  }
}

function shapeOfControl(code: number): Shape {
  const shape = notPlain | notSingleQuoted | notLiteral
  if (code === 0x0d) return shape | multiline
  return code === 0x7f ? shape | unusual : shape
}

function shapeOfSpace(text: string, at: number): Shape {
  let shape = 0
  if (at === 0) shape |= notPlain
  else if (isBreak(text.charCodeAt(at - 1))) shape |= notPlain | notSingleQuoted
  if (at === text.length - 1) shape |= notPlain | notLiteral
  return shape
}

function shapeOfBreak(text: string, at: number): Shape {
  const shape = multiline | notPlain
  return at > 0 && text.charCodeAt(at - 1) === 0x20 ? shape | notSingleQuoted | notLiteral : shape
}

function startsWithIndicator(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first >= 0x80) return false
  const kind = firstIndicators[first]
  if (kind === 1) return true
  if (kind === 2 && isFollowedByBlank(text, 0)) return true
  return text.startsWith('---') || text.startsWith('...')
}

function isFollowedByBlank(text: string, at: number): boolean {
  if (at + 1 >= text.length) return true
  const next = text.charCodeAt(at + 1)
  return next === 0x20 || next === 0x09
}

function isBlankOrBreak(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0 || isBreak(code)
}

/** The line breaks of YAML 1.1. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029
}
