import { ed25519 } from '@noble/curves/ed25519.js'
import { pow } from '@noble/curves/abstract/modular.js'
import { FuncError } from '../../func.ts'
import { curveOf, multiplyBase } from './curves.ts'
import { DerError, DerReader } from '../../../formats/der/read-der.ts'
import { contextTag, tags, unsignedNumber } from '../../../formats/der/write-der.ts'
import { decodePem } from './pem.ts'
import { objectIds, type DsaKey, type EcKey, type PrivateKey, type RsaKey } from './private-key.ts'

/** The key in a PEM text; a FuncError with Go's words where there is none. */
export function readPrivateKey(text: string): PrivateKey {
  const block = decodePem(text)
  if (block === undefined) throw new FuncError('no PEM data in input')
  const { type, bytes } = block
  if (type === 'PRIVATE KEY') return attempt('decoding PEM as PKCS#8', () => readPkcs8(bytes))
  switch (type) {
    case 'RSA PRIVATE KEY':
      return attempt('parsing RSA private key from PEM', () => readPkcs1(bytes))
    case 'EC PRIVATE KEY':
      return attempt('parsing EC private key from PEM', () => readSec1(bytes, undefined))
    case 'DSA PRIVATE KEY':
      return attempt('parsing DSA private key from PEM', () => readDsa(bytes))
    default:
      throw new FuncError(
        type.endsWith(' PRIVATE KEY')
          ? `invalid private key type ${type}`
          : `no private key data in PEM block of type ${type}`,
      )
  }
}

/** A key in PKCS#8 form. */
export function readPkcs8(bytes: Uint8Array): PrivateKey {
  const shape = shapeOf(bytes)
  if (shape !== 'PKCS8') throw wrongShape(shape, bytes, 'pkcs8')
  const key = new DerReader(bytes).sequence()
  key.integer()
  const algorithm = key.sequence()
  const kind = algorithm.objectId()
  const contents = key.octetString()
  switch (kind) {
    case objectIds.rsa:
      return attempt('x509: failed to parse RSA private key embedded in PKCS#8', () =>
        readPkcs1(contents),
      )
    case objectIds.ec:
      return attempt('x509: failed to parse EC private key embedded in PKCS#8', () =>
        readSec1(contents, algorithm.isEmpty ? undefined : algorithm.objectId()),
      )
    case objectIds.ed25519: {
      const seed = new DerReader(contents).octetString()
      if (seed.length === 32)
        return { kind: 'ed25519', seed, publicKey: ed25519.getPublicKey(seed) }
      throw new DerError(`x509: invalid Ed25519 private key length: ${seed.length}`)
    }
    case objectIds.dsa:
      return readDsaParts(algorithm.sequence(), new DerReader(contents).integer())
    default:
      throw new DerError(
        `x509: PKCS#8 wrapping contained private key with unknown algorithm: ${kind}`,
      )
  }
}

function readPkcs1(bytes: Uint8Array): RsaKey {
  const shape = shapeOf(bytes)
  if (shape !== 'PKCS1') throw wrongShape(shape, bytes, 'pkcs1PrivateKey')
  const key = new DerReader(bytes).sequence()
  const numbers: bigint[] = []
  while (!key.isEmpty && key.peek() === tags.integer) numbers.push(key.integer())
  const [version = 0n, ...rest] = numbers
  if (version > 1n) throw new DerError('x509: unsupported private key version')
  if (rest.some((number) => number <= 0n)) {
    throw new DerError('x509: private key contains zero or negative value')
  }
  const [modulus = 0n, publicExponent = 0n, privateExponent = 0n, p = 0n, q = 0n] = rest
  const [exponentP = 0n, exponentQ = 0n, inverseQ = 0n] = rest.slice(5)
  const primes = { p, q, exponentP, exponentQ, inverseQ }
  return { kind: 'rsa', modulus, publicExponent, privateExponent, ...primes }
}

function readSec1(bytes: Uint8Array, curveId: string | undefined): EcKey {
  const shape = shapeOf(bytes)
  if (shape !== 'EC') throw wrongShape(shape, bytes, 'ecPrivateKey')
  const key = new DerReader(bytes).sequence()
  const version = key.integer()
  if (version !== 1n) throw new DerError(`x509: unknown EC private key version ${version}`)
  const scalar = unsignedNumber(key.octetString())
  const named = key.optional(contextTag(0, 'constructed'))
  const id = curveId ?? (named === undefined ? '' : new DerReader(named.contents).objectId())
  const curve = curveOf(id)
  if (curve === undefined) throw new DerError('x509: unknown elliptic curve')
  if (scalar === 0n || scalar >= curve.order) {
    throw new DerError('ecdsa: private key scalar out of range')
  }
  return { kind: 'ec', curve, scalar, point: multiplyBase(curve, scalar) }
}

function readDsa(bytes: Uint8Array): DsaKey {
  const key = new DerReader(bytes).sequence()
  key.integer()
  const [p, q, g, y, x] = [
    key.integer(),
    key.integer(),
    key.integer(),
    key.integer(),
    key.integer(),
  ]
  return { kind: 'dsa', p, q, g, y, x }
}

function readDsaParts(parameters: DerReader, x: bigint): DsaKey {
  const [p, q, g] = [parameters.integer(), parameters.integer(), parameters.integer()]
  return { kind: 'dsa', p, q, g, y: pow(g, x, p), x }
}

type Shape = 'PKCS1' | 'PKCS8' | 'EC' | undefined

/** Which kind of key the structure looks like: what follows the version tells them apart. */
function shapeOf(bytes: Uint8Array): Shape {
  try {
    const key = new DerReader(bytes).sequence()
    key.integer()
    const byTag: Readonly<Record<number, Shape>> = {
      [tags.integer]: 'PKCS1',
      [tags.sequence]: 'PKCS8',
      [tags.octetString]: 'EC',
    }
    return byTag[key.peek() ?? 0]
  } catch (error) {
    if (error instanceof DerError) return undefined
    throw error
  }
}

function wrongShape(shape: Shape, bytes: Uint8Array, structure: string): DerError {
  if (shape === undefined) {
    const start = structure === 'ecPrivateKey' ? 'x509: failed to parse EC private key: ' : ''
    return new DerError(`${start}asn1: ${structureFault(bytes, structure)}`)
  }
  return new DerError(
    `x509: failed to parse private key (use Parse${shape}PrivateKey instead for this key format)`,
  )
}

/** Go's text for a fault of the outermost element, where Go wants a sequence with this name. */
function structureFault(bytes: Uint8Array, structure: string): string {
  const [tag, first = 0] = bytes
  if (tag === undefined) return 'syntax error: sequence truncated'
  const mismatch = "structure error: tags don't match"
  const hasShortLength = bytes.length > 1 && first < 0x80
  if (tag === tags.sequence || !hasShortLength) return mismatch
  const isCompound = (tag & 0x20) !== 0
  const found = `{class:${tag >> 6} tag:${tag & 0x1f} length:${first} isCompound:${isCompound}}`
  return `${mismatch} (16 vs ${found}) ${noFieldOptions} ${structure} @2`
}

/** How Go prints the options of a field that has none. */
const noFieldOptions =
  '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

function attempt<Key>(what: string, read: () => Key): Key {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DerError) && !(error instanceof FuncError)) throw error
    throw new FuncError(`${what}: ${error.message}`, 'returned', { cause: error })
  }
}
