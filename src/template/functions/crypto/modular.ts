// Arithmetic with large numbers modulo others.

/** The remainder that is not negative. */
export function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}

/** Bits of the exponent that are used at once. */
const windowBits = 5

/** base^exponent modulo modulus. */
export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const powers = [1n]
  const start = modulo(base, modulus)
  for (let i = 1; i < 1 << windowBits; i++) powers.push(((powers[i - 1] ?? 1n) * start) % modulus)
  let result = 1n
  for (const digit of exponent.toString(1 << windowBits)) {
    for (let i = 0; i < windowBits; i++) result = (result * result) % modulus
    const factor = powers[Number.parseInt(digit, 1 << windowBits)] ?? 1n
    result = (result * factor) % modulus
  }
  return result
}

/** The number that times `value` gives 1. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b] = [modulo(value, modulus), modulus]
  let [x, y] = [1n, 0n]
  while (b !== 0n) {
    const quotient = a / b
    ;[a, b] = [b, a - quotient * b]
    ;[x, y] = [y, x - quotient * y]
  }
  return modulo(x, modulus)
}
