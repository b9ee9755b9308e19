import { type WeierstrassPointCons, weierstrass } from '@noble/curves/abstract/weierstrass.js'

/** One of NIST's curves. */
export interface Curve {
  readonly objectId: string
  readonly hash: 'sha256' | 'sha384' | 'sha512'
  /** Bytes of a number of the field and of the order. */
  readonly length: number
  readonly order: bigint
  /** Gives the curve of the library, which is made at the first use of it. */
  readonly points: () => WeierstrassPointCons<bigint>
}

export interface Point {
  readonly x: bigint
  readonly y: bigint
}

type Facts = Pick<Curve, 'objectId' | 'hash' | 'length' | 'order'> & {
  readonly prime: bigint
  readonly b: bigint
  readonly base: Point
}

const p224 = curveFrom({
  objectId: '1.3.132.0.33',
  hash: 'sha256',
  length: 28,
  prime: 2n ** 224n - 2n ** 96n + 1n,
  order: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
  b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
  base: {
    x: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
    y: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
  },
})

const p256 = curveFrom({
  objectId: '1.2.840.10045.3.1.7',
  hash: 'sha256',
  length: 32,
  prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  base: {
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  },
})

const p384 = curveFrom({
  objectId: '1.3.132.0.34',
  hash: 'sha384',
  length: 48,
  prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
  order:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  base: {
    x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
    y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
  },
})

const p521 = curveFrom({
  objectId: '1.3.132.0.35',
  hash: 'sha512',
  length: 66,
  prime: 2n ** 521n - 1n,
  order:
    0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  b: 0x0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  base: {
    x: 0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66n,
    y: 0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650n,
  },
})

/** The curve with this object identifier; undefined for others. */
export function curveOf(objectId: string): Curve | undefined {
  return [p224, p256, p384, p521].find((curve) => curve.objectId === objectId)
}

/** factor · base point. The factor is at least 0 and less than the order; Go takes 0 for the point (0, 0). */
export function multiplyBase({ points }: Curve, factor: bigint): Point {
  if (factor === 0n) return { x: 0n, y: 0n }
  return points().BASE.multiply(factor).toAffine()
}

function curveFrom({ prime, b, base, ...facts }: Facts): Curve {
  let made: WeierstrassPointCons<bigint> | undefined
  const a = prime - 3n
  const points = () =>
    (made ??= weierstrass({ p: prime, n: facts.order, h: 1n, a, b, Gx: base.x, Gy: base.y }))
  return { ...facts, points }
}
