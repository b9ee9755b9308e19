import type { Spec } from './spec.ts'

/** Fills up to the width, counted in runes; with zeros where the flag asks for it and `-` does not forbid it. */
export function pad(text: string, spec: Spec): string {
  if (spec.width === undefined) return text
  return fill(text, spec.width - countRunes(text), spec)
}

/** As pad, for text that zeros would spoil. */
export function padWithSpaces(text: string, spec: Spec): string {
  return spec.width === undefined ? text : pad(text, { ...spec, zero: false })
}

/** Adds so many characters of padding. */
export function fill(text: string, count: number, spec: Spec): string {
  if (count <= 0) return text
  if (spec.minus) return text + ' '.repeat(count)
  return (spec.zero ? '0' : ' ').repeat(count) + text
}

function countRunes(text: string): number {
  let count = text.length
  for (let i = 1; i < text.length; i++) {
    const isPair =
      (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800
    if (isPair) count--
  }
  return count
}
