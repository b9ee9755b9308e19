import {
  X509Certificate,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { CertificateRequest } from './read-request.ts'
import {
  alternativeNames,
  extendedUsage,
  isAuthority,
  isLeaf,
  issuerKeyId,
  keyUsage,
  nameOf,
  ownKeyId,
  signCertificate,
  type Subject,
} from './x509.ts'

/** A certificate with its key, both as PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

export interface RequestedUse {
  readonly purpose: 'client' | 'server'
  readonly signs: boolean
  readonly enciphersKeys: boolean
  /** A year by default, and never more. */
  readonly seconds?: number
}

/** A certificate, in PEM, for a key that stays with the asker. */
export type SignRequest = (request: CertificateRequest, use: RequestedUse) => string

/** Signs for one API server. */
export interface Authority extends KeyPair {
  readonly signServer: (dnsNames: readonly string[], addresses: readonly string[]) => KeyPair
  readonly signClient: (user: string, groups: readonly string[]) => KeyPair
  readonly signRequest: SignRequest
}

const day = 86_400_000
const authorityDays = 3650
const leafDays = 365
/** For clocks that are a little apart. */
const early = 3_600_000

/** How much before now Kubernetes' own signer lets a certificate begin. */
const backdated = 300_000

const digitalSignature = 0x80
const keyEncipherment = 0x20
const signsCertificates = 0x04
const serverAuth = '1.3.6.1.5.5.7.3.1'
const clientAuth = '1.3.6.1.5.5.7.3.2'

/** A new authority on the P-256 curve; `now` in milliseconds since 1970. */
export function createAuthority(commonName: string, now: () => number = Date.now): Authority {
  const { privateKey } = createKeys()
  const publicKey = publicBytes(privateKey)
  const name = nameOf({ commonName })
  const certificate = signCertificate(
    {
      issuer: name,
      subject: name,
      from: now() - early,
      until: now() + authorityDays * day,
      publicKey,
      extensions: [
        isAuthority(),
        keyUsage(digitalSignature | signsCertificates),
        ownKeyId(publicKey),
      ],
    },
    privateKey,
  )
  return readAuthority({ certificate, key: keyText(privateKey) }, now)
}

/** The authority that a pair is of. */
export function readAuthority(pair: KeyPair, now: () => number = Date.now): Authority {
  const own = createPrivateKey(pair.key)
  const publicKey = publicBytes(own)
  const issuer = nameOf({ commonName: commonNameIn(pair.certificate) })
  const issue = (subject: Subject, purpose: string, more: readonly Uint8Array[]): KeyPair => {
    const { privateKey } = createKeys()
    const certificate = signCertificate(
      {
        issuer,
        subject: nameOf(subject),
        from: now() - early,
        until: now() + leafDays * day,
        publicKey: publicBytes(privateKey),
        extensions: [
          keyUsage(digitalSignature),
          extendedUsage([purpose]),
          issuerKeyId(publicKey),
          ...more,
        ],
      },
      own,
    )
    return { certificate, key: keyText(privateKey) }
  }
  return {
    ...pair,
    signServer: (dnsNames, addresses) =>
      issue({ commonName: 'kube-apiserver' }, serverAuth, [alternativeNames(dnsNames, addresses)]),
    signClient: (user, groups) =>
      issue({ commonName: user, organizations: groups }, clientAuth, []),
    signRequest: (request, { purpose, signs, enciphersKeys, seconds }) => {
      const usage = (signs ? digitalSignature : 0) | (enciphersKeys ? keyEncipherment : 0)
      const names = request.alternativeNames
      const life = Math.min(seconds === undefined ? Infinity : seconds * 1000, leafDays * day)
      return signCertificate(
        {
          issuer,
          subject: request.subject,
          from: now() - backdated,
          until: now() + life,
          publicKey: request.publicKey,
          extensions: [
            ...(usage === 0 ? [] : [keyUsage(usage)]),
            extendedUsage([purpose === 'server' ? serverAuth : clientAuth]),
            isLeaf(),
            issuerKeyId(publicKey),
            ...(names === undefined ? [] : [names]),
          ],
        },
        own,
      )
    },
  }
}

function commonNameIn(certificate: string): string {
  const { subject } = new X509Certificate(certificate)
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? ''
}

function createKeys(): { readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function publicBytes(privateKey: KeyObject): Uint8Array {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
}

function keyText(privateKey: KeyObject): string {
  return privateKey.export({ type: 'sec1', format: 'pem' })
}
