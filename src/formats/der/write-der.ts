// Writes ASN.1 in DER, as far as keys and certificates need it.

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** A tag of the context: [number]. */
export function contextTag(number: number, form: 'primitive' | 'constructed'): number {
  return (form === 'constructed' ? 0xa0 : 0x80) + number
}

/** An element with any tag; its contents are the parts one after the other. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const contents = joinBytes(parts)
  return joinBytes([Uint8Array.of(tag), lengthBytes(contents.length), contents])
}

export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return element(tags.sequence, ...parts)
}

/** An INTEGER of a number that is not negative, in as few bytes as it takes. */
export function integer(value: bigint | number): Uint8Array {
  const bytes = unsignedBytes(BigInt(value))
  // A first bit that is set would make the number negative.
  const isHigh = (bytes[0] ?? 0) >= 0x80
  return element(tags.integer, isHigh ? Uint8Array.of(0, ...bytes) : bytes)
}

export function octetString(...parts: readonly Uint8Array[]): Uint8Array {
  return element(tags.octetString, ...parts)
}

/** Whole bytes of bits, unless some of the last byte are unused. */
export function bitString(bytes: Uint8Array, unused = 0): Uint8Array {
  return element(tags.bitString, Uint8Array.of(unused), bytes)
}

export function boolean(value: boolean): Uint8Array {
  return element(tags.boolean, Uint8Array.of(value ? 0xff : 0))
}

export const nullElement: Uint8Array = element(tags.null)

/** An object identifier written with dots. */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap(base128)
  return element(tags.objectId, Uint8Array.from(bytes))
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The bytes of a number that is not negative, the highest first; at least one. */
export function unsignedBytes(value: bigint, length = 1): Uint8Array {
  const hex = value.toString(16)
  const digits = hex.padStart(Math.max(length * 2, hex.length + (hex.length % 2)), '0')
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The number whose bytes these are. */
export function unsignedNumber(bytes: Uint8Array): bigint {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex === '' ? 0n : BigInt(`0x${hex}`)
}

function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes = unsignedBytes(BigInt(length))
  return Uint8Array.of(0x80 + bytes.length, ...bytes)
}

function base128(part: number): readonly number[] {
  const digits = [part % 128]
  for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift(0x80 + (rest % 128))
  }
  return digits
}
