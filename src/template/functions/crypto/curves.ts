import { inverse, modulo } from './modular.ts'

/** One of NIST's curves y² = x³ - 3x + b; the formulas below need no b. */
export interface Curve {
  readonly objectId: string
  readonly hash: 'sha256' | 'sha384' | 'sha512'
  /** Bytes of a number of the field and of the order. */
  readonly length: number
  readonly prime: bigint
  readonly order: bigint
  readonly base: Point
}

export interface Point {
  readonly x: bigint
  readonly y: bigint
}

const p224: Curve = {
  objectId: '1.3.132.0.33',
  hash: 'sha256',
  length: 28,
  prime: 2n ** 224n - 2n ** 96n + 1n,
  order: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
  base: {
    x: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
    y: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
  },
}

const p256: Curve = {
  objectId: '1.2.840.10045.3.1.7',
  hash: 'sha256',
  length: 32,
  prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  base: {
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  },
}

const p384: Curve = {
  objectId: '1.3.132.0.34',
  hash: 'sha384',
  length: 48,
  prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
  order:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  base: {
    x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
    y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
  },
}

const p521: Curve = {
  objectId: '1.3.132.0.35',
  hash: 'sha512',
  length: 66,
  prime: 2n ** 521n - 1n,
  order:
    0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  base: {
    x: 0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66n,
    y: 0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650n,
  },
}

/** The curve with this object identifier; undefined for others. */
export function curveOf(objectId: string): Curve | undefined {
  return [p224, p256, p384, p521].find((curve) => curve.objectId === objectId)
}

/** x/z² and y/z³, which saves a division in each step; z is 0 for the point at infinity. */
interface Jacobian {
  readonly x: bigint
  readonly y: bigint
  readonly z: bigint
}

const infinity: Jacobian = { x: 1n, y: 1n, z: 0n }

/** factor · base point. The factor is between 1 and the order. */
export function multiplyBase(curve: Curve, factor: bigint): Point {
  const base = { ...curve.base, z: 1n }
  let sum = infinity
  for (const bit of factor.toString(2)) {
    sum = double(curve, sum)
    if (bit === '1') sum = add(curve, sum, base)
  }
  const scale = inverse(sum.z, curve.prime)
  const square = (scale * scale) % curve.prime
  return {
    x: (sum.x * square) % curve.prime,
    y: (sum.y * square * scale) % curve.prime,
  }
}

function double({ prime }: Curve, { x, y, z }: Jacobian): Jacobian {
  const zz = (z * z) % prime
  const yy = (y * y) % prime
  const xyy = (4n * x * yy) % prime
  const slope = (3n * (x - zz) * (x + zz)) % prime
  const newX = modulo(slope * slope - 2n * xyy, prime)
  return {
    x: newX,
    y: modulo(slope * (xyy - newX) - 8n * yy * yy, prime),
    z: modulo(2n * y * z, prime),
  }
}

function add(curve: Curve, a: Jacobian, b: Jacobian): Jacobian {
  if (a.z === 0n) return b
  if (b.z === 0n) return a
  const { prime } = curve
  const aa = (a.z * a.z) % prime
  const bb = (b.z * b.z) % prime
  const ax = (a.x * bb) % prime
  const ay = (a.y * bb * b.z) % prime
  const width = modulo(b.x * aa - ax, prime)
  const height = modulo(b.y * aa * a.z - ay, prime)
  if (width === 0n) return height === 0n ? double(curve, a) : infinity
  const square = (width * width) % prime
  const cube = (square * width) % prime
  const shifted = (ax * square) % prime
  const x = modulo(height * height - cube - 2n * shifted, prime)
  return {
    x,
    y: modulo(height * (shifted - x) - ay * cube, prime),
    z: (a.z * b.z * width) % prime,
  }
}
