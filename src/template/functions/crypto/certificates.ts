import { fromBytes, toBytes } from '../../../formats/go-string.ts'
import { itemsOf, type TypedList, type Value } from '../../../formats/value.ts'
import { formatValue } from '../../fmt/sprint.ts'
import { FuncError, type CallScope, type FuncMap, type KeyKind } from '../../func.ts'
import { decodeBase64 } from '../encoding/base64.ts'
import { define } from '../define.ts'
import { GoCertificate } from './certificate-object.ts'
import { createCertificate, type CertificateRequest, type Issuer } from './certificate.ts'
import { parseIp } from './ip-address.ts'
import { decodePem, encodePem } from './pem.ts'
import type { PrivateKey } from './private-key.ts'
import { readCertificate } from './read-certificate.ts'
import { readPkcs8, readPrivateKey } from './read-key.ts'
import { publicKeyBytes, writePrivateKey } from './write-key.ts'

/**
 * The steps that making a key takes: ten of the slowest, fifty certificates or a thousand of the
 * quickest take all steps of a render, and at most some ten seconds.
 */
const keySteps: Readonly<Record<KeyKind, number>> = {
  'rsa-4096': 3_000_000,
  'dsa-2048': 3_000_000,
  'rsa-2048': 400_000,
  'ecdsa-p256': 30_000,
  ed25519: 30_000,
}
const signatureSteps = 100_000
/** Characters of a key whose use takes that many; twice the length takes eight times as long. */
const keyLength = 2000

const listType = '[]interface {}'
const certificateType = 'sprig.certificate'

/** Functions that make keys and certificates. */
export const certificateFunctions: FuncMap = {
  genPrivateKey: define(['string'], ([type], scope) => {
    const kind = keyKinds.get(type)
    if (kind === undefined) return `Unknown type ${type}`
    const key = newKey(kind, scope)
    return key === undefined ? '' : writePrivateKey(key)
  }),
  genCA: define(['string', 'int'], ([commonName, days], scope) =>
    selfSigned(authority(commonName, days), newKey('rsa-2048', scope), scope),
  ),
  genCAWithKey: define(['string', 'int', 'string'], ([commonName, days, key], scope) =>
    selfSigned(authority(commonName, days), givenKey(key, scope), scope),
  ),
  genSelfSignedCert: {
    params: ['string', listType, listType, 'int'],
    call: (args, scope) => selfSigned(requestIn(args), newKey('rsa-2048', scope), scope),
  },
  genSelfSignedCertWithKey: {
    params: ['string', listType, listType, 'int', 'string'],
    call: (args, scope) => {
      const key = givenKey(args[4], scope)
      return selfSigned(requestIn(args), key, scope)
    },
  },
  genSignedCert: {
    params: ['string', listType, listType, 'int', certificateType],
    call: (args, scope) => {
      const key = newKey('rsa-2048', scope)
      return signedBy(args[4], requestIn(args), key, scope)
    },
  },
  genSignedCertWithKey: {
    params: ['string', listType, listType, 'int', certificateType, 'string'],
    call: (args, scope) => {
      const key = givenKey(args[5], scope)
      return signedBy(args[4], requestIn(args), key, scope)
    },
  },
  buildCustomCert: define(['string', 'string'], ([cert, key], scope) =>
    customCertificate(cert, key, scope),
  ),
}

const keyKinds: ReadonlyMap<string, KeyKind> = new Map([
  ['', 'rsa-4096'],
  ['rsa', 'rsa-4096'],
  ['dsa', 'dsa-2048'],
  ['ecdsa', 'ecdsa-p256'],
  ['ed25519', 'ed25519'],
])

/** A new key; undefined where the caller has none yet, which is noted. */
function newKey(
  kind: KeyKind,
  { entropy, spend, noteMissingKey }: CallScope,
): PrivateKey | undefined {
  spend(keySteps[kind])
  const bytes = entropy.generateKey?.(kind)
  if (bytes !== undefined) return readPkcs8(bytes)
  noteMissingKey(kind)
  return undefined
}

function givenKey(value: Value, scope: CallScope): PrivateKey {
  const text = typeof value === 'string' ? value : ''
  chargeKey(text, scope)
  try {
    return readPrivateKey(text)
  } catch (error) {
    throw within('parsing private key', error)
  }
}

/** Pays for what is done with a key of this text. */
function chargeKey(text: string, { spend }: CallScope): void {
  spend(signatureSteps * Math.max(1, (text.length / keyLength) ** 3))
}

function authority(commonName: string, days: bigint): CertificateRequest {
  return { commonName, dnsNames: [], addresses: [], days, isAuthority: true }
}

// The executor has checked the arguments.
function requestIn(args: readonly Value[]): CertificateRequest {
  const [commonName, addresses, dnsNames, days] = args as readonly [
    string,
    readonly Value[] | TypedList,
    readonly Value[] | TypedList,
    bigint,
  ]
  return {
    commonName,
    addresses: itemsOf(addresses).map(addressIn),
    dnsNames: itemsOf(dnsNames).map(dnsNameIn),
    days,
    isAuthority: false,
  }
}

function addressIn(value: Value): Uint8Array {
  if (typeof value !== 'string') {
    throw new FuncError(`error parsing ip: ${formatValue(value)} is not a string`)
  }
  const address = parseIp(value)
  if (address === undefined) throw new FuncError(`error parsing ip: ${value}`)
  return address
}

function dnsNameIn(value: Value): string {
  if (typeof value === 'string') return value
  throw new FuncError(`error processing alternate dns name: ${formatValue(value)} is not a string`)
}

function selfSigned(
  request: CertificateRequest,
  key: PrivateKey | undefined,
  scope: CallScope,
): GoCertificate {
  if (key === undefined) return new GoCertificate('', '')
  return certified(request, key, { key: signing(key), name: undefined, keyId: undefined }, scope)
}

function signedBy(
  ca: Value,
  request: CertificateRequest,
  key: PrivateKey | undefined,
  scope: CallScope,
): GoCertificate {
  const signer = ca as GoCertificate
  if (key === undefined || signer.isProvisional) return new GoCertificate('', '')
  return certified(request, key, issuerOf(signer, scope), scope)
}

function issuerOf({ cert, key }: GoCertificate, scope: CallScope): Issuer {
  const { subject, keyId, publicKey } = certificateIn(cert, 'decodedSignerCert')
  const signingKey = signing(keyIn(key, scope))
  const own = publicKeyBytes(signingKey)
  if (own.length !== publicKey.length || own.some((byte, index) => byte !== publicKey[index])) {
    throw new FuncError(
      "error creating certificate: x509: provided PrivateKey doesn't match parent's PublicKey",
    )
  }
  return { key: signingKey, name: subject, keyId }
}

function certified(
  request: CertificateRequest,
  key: PrivateKey,
  issuer: Issuer,
  { entropy, spend }: CallScope,
): GoCertificate {
  spend(signatureSteps)
  const bytes = createCertificate(request, subjectKey(key), issuer, entropy)
  return new GoCertificate(encodePem({ type: 'CERTIFICATE', bytes }), writePrivateKey(key))
}

function signing(key: PrivateKey): Issuer['key'] {
  if (key.kind !== 'dsa') return key
  throw new FuncError(
    'error creating certificate: x509: certificate private key does not implement crypto.Signer',
  )
}

function subjectKey(key: PrivateKey): Issuer['key'] {
  if (key.kind !== 'dsa') return key
  throw new FuncError(
    'error creating certificate: x509: unsupported public key type: *dsa.PublicKey',
  )
}

/** A certificate and a key that the chart brings along. */
function customCertificate(cert: string, key: string, scope: CallScope): GoCertificate {
  const certText = decoded(cert, 'certificate')
  const keyText = decoded(key, 'private key')
  certificateIn(certText, 'decodedCert')
  keyIn(keyText, scope)
  return new GoCertificate(certText, keyText)
}

function decoded(text: string, what: string): string {
  const bytes = decodeBase64(toBytes(text))
  if (typeof bytes === 'string') throw new FuncError(`unable to decode base64 ${what}`)
  return fromBytes(bytes)
}

function certificateIn(text: string, name: string): ReturnType<typeof readCertificate> {
  const block = decodePem(text)
  if (block === undefined) throw new FuncError('unable to decode certificate')
  try {
    return readCertificate(block.bytes)
  } catch (error) {
    throw within(`error parsing certificate: ${name}.Bytes`, error)
  }
}

function keyIn(text: string, scope: CallScope): PrivateKey {
  chargeKey(text, scope)
  try {
    return readPrivateKey(text)
  } catch (error) {
    throw within('error parsing private key', error)
  }
}

/** The error with what was being done in front. */
function within(what: string, error: unknown): unknown {
  if (!(error instanceof FuncError)) return error
  return new FuncError(`${what}: ${error.message}`, 'returned', { cause: error })
}
