import { mapChunks } from '../../../formats/build-text.ts'
import { TypedList, type Value } from '../../../formats/value.ts'
import { type CallScope, type FuncMap, type TemplateFunc, FuncError } from '../../func.ts'
import { define } from '../define.ts'
import { asAppendedTo } from '../lists/list-capacity.ts'
import { compilePattern, mustCompile } from './regex-compile.ts'
import {
  allMatches,
  firstMatch,
  hasMatch,
  replaceAll,
  replaceAllLiteral,
  splitText,
  type Search,
} from './regex-match.ts'

/** How a function reads its pattern: errors returned, or a panic. */
type Compile = typeof compilePattern

/** Functions about regular expressions. */
export const regexFunctions: FuncMap = {
  regexMatch: define(['string', 'string'], ([pattern, text], scope) =>
    isMatch(pattern, text, scope),
  ),
  mustRegexMatch: define(['string', 'string'], ([pattern, text], scope) =>
    hasMatch({ pattern: compilePattern(pattern, scope), text, scope }),
  ),
  regexFind: finding(mustCompile),
  mustRegexFind: finding(compilePattern),
  regexFindAll: listing(mustCompile, findAll),
  mustRegexFindAll: listing(compilePattern, findAll),
  regexSplit: listing(mustCompile, split),
  mustRegexSplit: listing(compilePattern, split),
  regexReplaceAll: replacing(mustCompile, replaceAll),
  mustRegexReplaceAll: replacing(compilePattern, replaceAll),
  regexReplaceAllLiteral: replacing(mustCompile, replaceAllLiteral),
  mustRegexReplaceAllLiteral: replacing(compilePattern, replaceAllLiteral),
  regexQuoteMeta: define(['string'], ([text]) =>
    mapChunks(text, (part) => part.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')),
  ),
}

/** Sprig overlooks the error of a wrong pattern here, and only here. */
function isMatch(pattern: string, text: string, scope: CallScope): boolean {
  try {
    return hasMatch({ pattern: compilePattern(pattern, scope), text, scope })
  } catch (error) {
    if (error instanceof FuncError) return false
    throw error
  }
}

function finding(compile: Compile): TemplateFunc {
  return define(
    ['string', 'string'],
    ([pattern, text], scope) => firstMatch({ pattern: compile(pattern, scope), text, scope }) ?? '',
  )
}

function listing(compile: Compile, list: (search: Search, limit: number) => Value): TemplateFunc {
  return define(['string', 'string', 'int'], ([pattern, text, limit], scope) =>
    list({ pattern: compile(pattern, scope), text, scope }, Number(limit)),
  )
}

function replacing(
  compile: Compile,
  replace: (search: Search, replacement: string) => string,
): TemplateFunc {
  return define(['string', 'string', 'string'], ([pattern, text, replacement], scope) =>
    replace({ pattern: compile(pattern, scope), text, scope }, replacement),
  )
}

/** The room that Go makes for matches before the first. */
const matchesCapacity = 10

function findAll(search: Search, limit: number): TypedList {
  const found = allMatches(search, limit < 0 ? Infinity : limit)
  if (found.length === 0) return new TypedList('[]string', undefined)
  return new TypedList('[]string', asAppendedTo(found, matchesCapacity))
}

function split(search: Search, limit: number): TypedList {
  if (limit === 0) return new TypedList('[]string', undefined)
  const isEmpty = search.text === '' && search.pattern.source !== ''
  return new TypedList('[]string', isEmpty ? [''] : splitText(search, limit))
}
