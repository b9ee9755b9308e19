// Whether a text written without quotes would be read back as something other than a string. go-yaml
// asks its own reader, and so do we; two more kinds of text get quotes for the sake of other readers.

import type { ScalarNode } from './nodes.ts'
import { resolveScalar } from './resolve.ts'

export type YamlVersion = 'v2' | 'v3'

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/
// v3 takes a second sign behind the prefix of an octal number, as both do for binary ones.
const signedOctal = /^0o([-+])([0-7_]+)$/

// Most texts begin with a character that begins nothing but strings; asked first, because every text
// that is written comes by here.
const beginsOthers = new Uint8Array(0x80)
for (const char of 'yYnNtTfFoO~+-.0123456789') beginsOthers[char.charCodeAt(0)] = 1

/** Whether go-yaml puts the text in quotes although its characters would not need them. */
export function looksLikeOtherType(text: string, version: YamlVersion): boolean {
  if (text === '') return true
  const first = text.charCodeAt(0)
  if (first >= 0x80 || beginsOthers[first] === 0) return false
  const node: ScalarNode = {
    kind: 'scalar',
    line: 0,
    value: text,
    tag: '',
    isImplicit: true,
    quote: '',
  }
  if (resolveScalar(node).type !== 'str') return true
  if (text.includes(':') && base60.test(text)) return true
  return version === 'v3' && isSignedOctal(text)
}

function isSignedOctal(text: string): boolean {
  const match = signedOctal.exec(text)
  const digits = match?.[2]?.replaceAll('_', '') ?? ''
  if (digits === '') return false
  const magnitude = BigInt(`0o${digits}`)
  return match?.[1] === '-' ? magnitude <= 1n << 63n : magnitude < 1n << 63n
}
