import { type KeyObject, createPublicKey } from 'node:crypto'
import { type TrustMaterial, toTrustMaterial } from '@sigstore/verify'
import { reasonOf, refusal } from './refusal.ts'

type TrustedRoot = Parameters<typeof toTrustMaterial>[0]
type Authority = TrustedRoot['certificateAuthorities'][number]
type Log = TrustedRoot['tlogs'][number]
type Json = Readonly<Record<string, unknown>>

const maxTrustedRootBytes = 4 * 1024 * 1024

/** Reads trusted_root.json, as Sigstore publishes it, into what its verifier trusts. */
export function readTrustedRoot(text: string): TrustMaterial {
  if (text.length > maxTrustedRootBytes) throw refusal('the trusted root is too large')
  try {
    return toTrustMaterial(toTrustedRoot(asObject(JSON.parse(text))))
  } catch (cause) {
    throw refusal(`the trusted root cannot be read: ${reasonOf(cause)}`, cause)
  }
}

function toTrustedRoot(json: Json): TrustedRoot {
  return {
    mediaType: textAt(json, 'mediaType'),
    certificateAuthorities: listAt(json, 'certificateAuthorities').map(toAuthority),
    timestampAuthorities: listAt(json, 'timestampAuthorities').map(toAuthority),
    tlogs: listAt(json, 'tlogs').map(toLog),
    ctlogs: listAt(json, 'ctlogs').map(toLog),
  }
}

function toAuthority(json: Json): Authority {
  const certificates = listAt(asObject(json['certChain']), 'certificates')
  return {
    subject: undefined,
    uri: textAt(json, 'uri'),
    certChain: {
      certificates: certificates.map((one) => ({ rawBytes: bytesAt(one, 'rawBytes') })),
    },
    validFor: toPeriod(json['validFor']),
    operator: textAt(json, 'operator'),
  }
}

function toLog(json: Json): Log {
  const key = asObject(json['publicKey'])
  const checkpoint = json['checkpointKeyId']
  return {
    baseUrl: textAt(json, 'baseUrl'),
    hashAlgorithm: sha256,
    publicKey: {
      rawBytes: readKey(bytesAt(key, 'rawBytes')).export({ type: 'spki', format: 'der' }),
      keyDetails: ecdsaOverP256,
      validFor: toPeriod(key['validFor']),
    },
    logId: { keyId: bytesAt(asObject(json['logId']), 'keyId') },
    checkpointKeyId:
      checkpoint === undefined ? undefined : { keyId: bytesAt(asObject(checkpoint), 'keyId') },
    operator: textAt(json, 'operator'),
  }
}

// The verifier looks at these numbers only to tell a bare RSA key from one that names its own kind; all
// keys of ours are of the second sort.
const sha256 = 1
const ecdsaOverP256 = 5

function readKey(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    // Old logs have bare RSA keys.
    return createPublicKey({ key: der, format: 'der', type: 'pkcs1' })
  }
}

function toPeriod(value: unknown): Authority['validFor'] {
  if (value === undefined) return undefined
  const { start, end } = asObject(value)
  return { start: toDate(start), end: toDate(end) }
}

function toDate(value: unknown): Date | undefined {
  if (value === undefined || value === null) return undefined
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new TypeError(`${JSON.stringify(value)} is not a date`)
  return date
}

function listAt(json: Json, key: string): readonly Json[] {
  const list = json[key] ?? []
  if (!Array.isArray(list)) throw new TypeError(`${key} is not a list`)
  return list.map(asObject)
}

function bytesAt(json: Json, key: string): Buffer {
  const text = json[key]
  if (typeof text !== 'string' || text === '') throw new TypeError(`${key} is missing`)
  return Buffer.from(text, 'base64')
}

function textAt(json: Json, key: string): string {
  const text = json[key]
  return typeof text === 'string' ? text : ''
}

function asObject(value: unknown): Json {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) throw new TypeError('wanted an object, found something else')
  return value as Json
}
