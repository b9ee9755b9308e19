import { byteLength, normalize } from '../../../formats/go-string.ts'
import { TypedList, TypedMap } from '../../../formats/value.ts'
import type { CallScope, FuncMap } from '../../func.ts'
import { byBytes, fromBinary } from '../../../formats/byte-string.ts'
import { spendItems, spendText } from '../cost.ts'
import { define } from '../define.ts'

/** Functions that take strings apart and replace parts of them. */
export const splitFunctions: FuncMap = {
  split: define(['string', 'string'], ([separator, text], scope) =>
    numbered(splitText(text, separator, undefined, scope), scope),
  ),
  splitn: define(['string', 'int', 'string'], ([separator, count, text], scope) =>
    numbered(splitText(text, separator, count < 0n ? undefined : Number(count), scope), scope),
  ),
  splitList: define(
    ['string', 'string'],
    ([separator, text], scope) =>
      new TypedList('[]string', splitText(text, separator, undefined, scope)),
  ),
  replace: define(['string', 'string', 'string'], ([old, replacement, text], scope) =>
    replaceAll(text, old, replacement, scope),
  ),
}

/** A map takes longer than a list, the more so the larger it is. */
const stepsPerEntry = 8

function numbered(parts: readonly string[], scope: CallScope): TypedMap {
  scope.spend(parts.length * stepsPerEntry)
  return new TypedMap(
    'map[string]string',
    parts.map((part, index): [string, string] => [`_${index}`, part]),
  )
}

/** strings.SplitN: at most `limit` parts, the last one with the rest. */
function splitText(
  text: string,
  separator: string,
  limit: number | undefined,
  scope: CallScope,
): readonly string[] {
  spendText(scope, text.length)
  if (limit === 0) return []
  const parts =
    separator === ''
      ? limited(Array.from(text), limit, separator)
      : byBytes(
          [text, separator],
          (t, s): readonly string[] => limited(t.split(s), limit, s),
          (found) => found.map(fromBinary),
        )
  spendItems(scope, parts.length)
  return parts
}

function limited(
  parts: readonly string[],
  limit: number | undefined,
  separator: string,
): readonly string[] {
  if (limit === undefined || parts.length <= limit) return parts
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)]
}

function replaceAll(text: string, old: string, replacement: string, scope: CallScope): string {
  if (old === replacement) return text
  const parts = splitText(text, old, undefined, scope)
  spendText(scope, byteLength(text) + parts.length * byteLength(replacement))
  if (old !== '') return normalize(parts.join(replacement))
  // Go inserts before every character and at the end.
  return normalize(`${replacement}${parts.map((part) => part + replacement).join('')}`)
}
