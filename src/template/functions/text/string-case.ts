import { mapRunes } from '../../../formats/build-text.ts'
import { isAscii } from '../../../formats/go-string.ts'
import type { FuncMap } from '../../func.ts'
import { define } from '../define.ts'
import {
  isDigit,
  isLetter,
  isLower,
  isSpace,
  isTitle,
  isUpper,
  toLower,
  toTitle,
  toUpper,
} from '../../../formats/unicode/go-unicode.ts'
import { joinWords, toPascalCase } from './word-case.ts'

/** Functions that change the case of letters. */
export const caseFunctions: FuncMap = {
  upper: define(['string'], ([text]) =>
    isAscii(text) ? text.toUpperCase() : mapText(text, toUpper),
  ),
  lower: define(['string'], ([text]) =>
    isAscii(text) ? text.toLowerCase() : mapText(text, toLower),
  ),
  title: define(['string'], ([text]) => titleWords(text)),
  untitle: define(['string'], ([text]) => untitleWords(text)),
  swapcase: define(['string'], ([text]) => swapCase(text)),
}

/** Those that look for words. */
export const wordFunctions: FuncMap = {
  snakecase: define(['string'], ([text]) => joinWords(text, '_')),
  kebabcase: define(['string'], ([text]) => joinWords(text, '-')),
  camelcase: define(['string'], ([text]) => toPascalCase(text)),
}

/** Go's strings.Map: a byte that is not UTF-8 becomes U+FFFD. */
function mapText(text: string, map: (char: string) => string): string {
  return mapRunes(text.toWellFormed(), map)
}

function titleWords(text: string): string {
  let previous = ' '
  return mapText(text, (char) => {
    const starts = separatesWords(previous)
    previous = char
    return starts ? toTitle(char) : char
  })
}

/** To strings.Title every ASCII character but letters, digits and _ ends a word. */
function separatesWords(char: string): boolean {
  if (isAscii(char)) return !/\w/.test(char)
  return !isLetter(char) && !isDigit(char) && isSpace(char)
}

function untitleWords(text: string): string {
  let starts = true
  return mapText(text, (char) => {
    if (isSpace(char)) {
      starts = true
      return char
    }
    if (!starts) return char
    starts = false
    return toLower(char)
  })
}

function swapCase(text: string): string {
  let afterSpace = true
  return mapText(text, (char) => {
    if (isUpper(char) || isTitle(char)) {
      afterSpace = false
      return toLower(char)
    }
    if (isLower(char)) {
      const swapped = afterSpace ? toTitle(char) : toUpper(char)
      afterSpace = false
      return swapped
    }
    afterSpace = isSpace(char)
    return char
  })
}
