import { fromBytes, toBytes } from '../../../src/formats/go-string.ts'
import type { Draw } from '../fuzz/draw.ts'

/** A text after some accidents; `other` is where spliced parts come from. */
export function mutate(draw: Draw, text: string, other: string): string {
  let result = text
  for (
    let left = draw.weighted([
      [5, 1],
      [3, 2],
      [2, 4],
      [1, 10],
    ] as const);
    left > 0;
    left--
  ) {
    result = draw.chance(70) ? mutateTokens(draw, result, other) : mutateBytes(draw, result)
  }
  return result
}

const tokenPattern = /\{\{-?|-?\}\}|[\w.$-]+|\s+|[^]/gu

const inserted = [
  '{{',
  '}}',
  '{{- ',
  ' -}}',
  '(',
  ')',
  '|',
  '"',
  '`',
  "'",
  '.',
  '$',
  '$x',
  ':=',
  '=',
  ',',
  '{{ end }}',
  '{{ else }}',
  '{{ if . }}',
  '{{ range . }}',
  '{{ with . }}',
  '{{ define "x" }}',
  '{{ template "x" . }}',
  '{{ include "x" . }}',
  '{{/*',
  '*/}}',
  '{{ break }}',
  '{{ . }}',
  'nil',
  '-1',
  '9223372036854775807',
  '1e308',
  '0x',
  "'",
  '\\',
  '\n',
  '\t',
  ': ',
  '- ',
  '&a ',
  '*a',
  '!!',
  '|+2\n',
  '>-\n',
  '? ',
  '[',
  ']',
  '{',
  '}',
  '%',
  '@',
  '#',
  '---\n',
  '<<: ',
  '~',
  '\0',
  '\ufeff',
  '\u2028',
  '\udcff',
  ' | tpl $',
  ' | fromYaml',
  ' | toYaml',
  ' | repeat 1000000',
  ' | until',
  ' | nindent 999',
  '(until 100000)',
  ' | printf "%1000000d"',
  ' | regexFindAll "(a*)*b" -1',
  ' | toJson',
  ' | toToml',
  ' | sortAlpha',
  ' | join ","',
  '(list . . .)',
  ' | set $ "x"',
  ' | dict "a" $ "b"',
] as const

function mutateTokens(draw: Draw, text: string, other: string): string {
  const tokens = text.match(tokenPattern) ?? []
  const at = draw.below(tokens.length + 1)
  const length = 1 + draw.below(draw.chance(80) ? 3 : Math.max(1, tokens.length - at))
  const some = tokens.slice(at, at + length)
  switch (draw.pick(['delete', 'duplicate', 'insert', 'swap', 'splice'] as const)) {
    case 'delete':
      return tokens.toSpliced(at, length).join('')
    case 'duplicate':
      return tokens.toSpliced(at, 0, ...repeated(some, draw)).join('')
    case 'insert':
      return tokens.toSpliced(at, 0, draw.pick(inserted)).join('')
    case 'swap': {
      const rest = tokens.toSpliced(at, length)
      return rest.toSpliced(draw.below(rest.length + 1), 0, ...some).join('')
    }
    case 'splice': {
      const donor = other.match(tokenPattern) ?? []
      const from = draw.below(donor.length + 1)
      const part = donor.slice(from, from + 1 + draw.below(20))
      return tokens.toSpliced(at, draw.chance(50) ? length : 0, ...part).join('')
    }
  }
}

// Now and then very often, because nesting and length are what limits are for.
function repeated(tokens: readonly string[], draw: Draw): string[] {
  const times = draw.weighted([
    [20, 1],
    [3, 5],
    [1, 200],
  ] as const)
  return Array.from({ length: tokens.length > 50 ? 1 : times }, () => tokens).flat()
}

function mutateBytes(draw: Draw, text: string): string {
  const bytes = [...toBytes(text)]
  const at = draw.below(bytes.length + 1)
  switch (draw.pick(['delete', 'insert', 'flip', 'cut'] as const)) {
    case 'delete':
      bytes.splice(at, 1 + draw.below(4))
      break
    case 'insert':
      bytes.splice(at, 0, draw.below(256))
      break
    case 'flip':
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.below(8))
      break
    case 'cut':
      bytes.length = at
      break
  }
  return fromBytes(Uint8Array.from(bytes))
}
