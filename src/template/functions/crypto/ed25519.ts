import { sha512 } from '@noble/hashes/sha2.js'
import { joinBytes, unsignedBytes, unsignedNumber } from '../../../formats/der/write-der.ts'
import { inverse, modulo, power } from './modular.ts'

// Ed25519 (RFC 8032), for keys that a chart brings along.

const prime = 2n ** 255n - 19n
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const d = modulo(-121665n * inverse(121666n, prime), prime)

/** x/z and y/z, with t = xy/z. */
interface Point {
  readonly x: bigint
  readonly y: bigint
  readonly z: bigint
  readonly t: bigint
}

const neutral: Point = { x: 0n, y: 1n, z: 1n, t: 0n }

/** The public key of a seed of 32 bytes. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  return encodePoint(multiplyBase(secretsOf(seed).scalar))
}

/** The signature of a message, 64 bytes. */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  const { scalar, prefix } = secretsOf(seed)
  const nonce = littleEndian(sha512(joinBytes([prefix, message]))) % order
  const point = encodePoint(multiplyBase(nonce))
  const challenge = littleEndian(sha512(joinBytes([point, publicKeyOf(seed), message]))) % order
  const proof = modulo(nonce + challenge * scalar, order)
  return joinBytes([point, unsignedBytes(proof, 32).toReversed()])
}

function secretsOf(seed: Uint8Array): { readonly scalar: bigint; readonly prefix: Uint8Array } {
  const hash = sha512(seed)
  const low = littleEndian(hash.subarray(0, 32)) & (2n ** 254n - 8n)
  return { scalar: low | (2n ** 254n), prefix: hash.subarray(32) }
}

function littleEndian(bytes: Uint8Array): bigint {
  return unsignedNumber(bytes.toReversed())
}

function encodePoint({ x, y, z }: Point): Uint8Array {
  const scale = inverse(z, prime)
  const sign = ((x * scale) % prime) & 1n
  return unsignedBytes(((y * scale) % prime) | (sign << 255n), 32).toReversed()
}

function multiplyBase(factor: bigint): Point {
  const base = basePoint()
  let sum = neutral
  for (const bit of factor.toString(2)) {
    sum = add(sum, sum)
    if (bit === '1') sum = add(sum, base)
  }
  return sum
}

/** y is 4/5, and x the even one of the two that belong to it. */
function basePoint(): Point {
  const y = modulo(4n * inverse(5n, prime), prime)
  const square = modulo((y * y - 1n) * inverse(d * y * y + 1n, prime), prime)
  const guess = power(square, (prime + 3n) / 8n, prime)
  const isRoot = modulo(guess * guess - square, prime) === 0n
  const root = isRoot ? guess : (guess * power(2n, (prime - 1n) / 4n, prime)) % prime
  const x = (root & 1n) === 0n ? root : prime - root
  return { x, y, z: 1n, t: (x * y) % prime }
}

/** The addition formula that holds for every pair of points, doubling included. */
function add(a: Point, b: Point): Point {
  const minus = modulo((a.y - a.x) * (b.y - b.x), prime)
  const plus = modulo((a.y + a.x) * (b.y + b.x), prime)
  const ts = modulo(2n * d * a.t * b.t, prime)
  const zs = modulo(2n * a.z * b.z, prime)
  const [e, f, g, h] = [plus - minus, zs - ts, zs + ts, plus + minus]
  return {
    x: modulo(e * f, prime),
    y: modulo(g * h, prime),
    z: modulo(f * g, prime),
    t: modulo(e * h, prime),
  }
}
