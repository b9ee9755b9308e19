import { mapBytes } from '../../formats/build-text.ts'
import { toBytes } from '../../formats/go-string.ts'
import { canBackquote, quote, quoteToAscii } from '../../formats/quote.ts'
import { fill, pad } from './pad.ts'
import type { Spec } from './spec.ts'

/** A string under a string verb; undefined for a verb that strings do not have. */
export function formatText(text: string, spec: Spec): string | undefined {
  switch (spec.verb) {
    case 'v':
      return spec.sharpV ? formatQuoted(text, spec) : formatPlain(text, spec)
    case 's':
      return formatPlain(text, spec)
    case 'q':
      return formatQuoted(text, spec)
    case 'x':
    case 'X':
      return formatHexBytes(toBytes(text), spec)
    default:
      return undefined
  }
}

/** The text, cut to the precision and padded. */
export function formatPlain(text: string, spec: Spec): string {
  return pad(truncate(text, spec), spec)
}

/** Each byte as two hexadecimal digits; a space between bytes and 0x in front where flags say so. */
export function formatHexBytes(bytes: Uint8Array, spec: Spec): string {
  const shown = bytes.subarray(0, spec.precision ?? bytes.length)
  const prefix = spec.sharp && shown.length > 0 ? (spec.verb === 'X' ? '0X' : '0x') : ''
  const between = spec.space ? ` ${prefix}` : ''
  const text = prefix + mapBytes(shown, (byte) => hexPair(byte, spec), between)
  if (spec.width === undefined) return text
  return fill(text, spec.width - text.length, spec)
}

function hexPair(byte: number, spec: Spec): string {
  const pair = byte.toString(16).padStart(2, '0')
  return spec.verb === 'X' ? pair.toUpperCase() : pair
}

function formatQuoted(text: string, spec: Spec): string {
  const shown = truncate(text, spec)
  if (spec.sharp && canBackquote(shown)) return pad(`\`${shown}\``, spec)
  return pad(spec.plus ? quoteToAscii(shown) : quote(shown), spec)
}

/** The first runes, as many as the precision says. */
function truncate(text: string, spec: Spec): string {
  const limit = spec.precision
  if (limit === undefined || text.length <= limit) return text
  let end = 0
  for (let count = 0; count < limit && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}
