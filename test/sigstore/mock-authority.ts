import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock'

/** The owner of a certificate, and the issuer that vouches for it. */
export interface MockIdentity {
  readonly identity: string
  readonly issuer: string
}

/** The parts of a bundle in JSON; a test may spoil any of them. */
export interface MockBundle {
  readonly mediaType: string
  readonly verificationMaterial: Readonly<Record<string, unknown>>
  readonly dsseEnvelope?: Readonly<Record<string, unknown>>
  readonly messageSignature?: Readonly<Record<string, unknown>>
}

/** A Sigstore of one's own: a certificate authority and two logs, in this process and without network. */
export interface MockAuthority {
  /** The trusted root, valid from 2020 until the given moment or for ever. */
  readonly trustedRoot: (until?: Date) => string
  readonly signStatement: (who: MockIdentity, statement: object) => Promise<MockBundle>
  readonly signBytes: (who: MockIdentity, bytes: Uint8Array) => Promise<MockBundle>
}

const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json'
const issuerExtension = '1.3.6.1.4.1.57264.1.8'
const logAddress = 'https://log.example.test'

export async function startMockAuthority(): Promise<MockAuthority> {
  const [authorityKeys, certificateLogKeys, logKeys] = [makeKeys(), makeKeys(), makeKeys()]
  const certificateLog = await initializeCTLog(certificateLogKeys)
  const authority = await initializeCA(authorityKeys, certificateLog)
  const log = await initializeTLog(logAddress, logKeys)

  const certify = async ({ identity, issuer }: MockIdentity) => {
    const { publicKey, privateKey } = makeKeys()
    const certificate = await authority.issueCertificate({
      publicKey: publicKey.export({ format: 'der', type: 'spki' }),
      subjectAltName: identity,
      extensions: [{ oid: issuerExtension, value: issuer }],
    })
    return { privateKey, der: bytesOf(certificate) }
  }
  const seal = async (der: Buffer, entry: LogEntry) => {
    const logged = Object.values(await log.log(entry))[0]
    if (logged === undefined) throw new Error('the log answered with no entry')
    const certificate = { rawBytes: base64(der) }
    return { certificate, tlogEntries: [toBundleEntry(entry, logged as Logged)] }
  }
  const root = { authority: bytesOf(authority.rootCertificate), log, certificateLog }
  return {
    trustedRoot: (until) => JSON.stringify(toTrustedRoot(root, until)),
    signStatement: async (who, statement) => {
      const { privateKey, der } = await certify(who)
      const payload = Buffer.from(JSON.stringify(statement))
      const payloadType = 'application/vnd.in-toto+json'
      const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `
      const signed = sign('sha256', Buffer.concat([Buffer.from(head), payload]), privateKey)
      const entry = dsseEntry(payload, base64(signed), base64(Buffer.from(toPem(der))))
      const signatures = [{ sig: base64(signed), keyid: '' }]
      const dsseEnvelope = { payload: base64(payload), payloadType, signatures }
      const verificationMaterial = await seal(der, entry)
      return { mediaType: bundleType, verificationMaterial, dsseEnvelope }
    },
    signBytes: async (who, bytes) => {
      const { privateKey, der } = await certify(who)
      const signature = base64(sign('sha256', bytes, privateKey))
      const digest = createHash('sha256').update(bytes).digest()
      const entry = bytesEntry(digest, signature, base64(Buffer.from(toPem(der))))
      const messageDigest = { algorithm: 'SHA2_256', digest: base64(digest) }
      const verificationMaterial = await seal(der, entry)
      const messageSignature = { messageDigest, signature }
      return { mediaType: bundleType, verificationMaterial, messageSignature }
    },
  }
}

interface LogEntry {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: object
}

interface Logged {
  readonly body: string
  readonly integratedTime: number
  readonly logID: string
  readonly logIndex: number
  readonly verification: {
    readonly signedEntryTimestamp: string
    readonly inclusionProof: {
      readonly logIndex: number
      readonly rootHash: string
      readonly treeSize: number
      readonly checkpoint: string
    }
  }
}

function dsseEntry(payload: Buffer, signature: string, verifier: string): LogEntry {
  const value = createHash('sha256').update(payload).digest('hex')
  const payloadHash = { algorithm: 'sha256', value }
  const spec = { payloadHash, signatures: [{ signature, verifier }] }
  return { apiVersion: '0.0.1', kind: 'dsse', spec }
}

function bytesEntry(digest: Buffer, content: string, verifier: string): LogEntry {
  const data = { hash: { algorithm: 'sha256', value: digest.toString('hex') } }
  const spec = { data, signature: { content, publicKey: { content: verifier } } }
  return { apiVersion: '0.0.1', kind: 'hashedrekord', spec }
}

function toBundleEntry({ kind, apiVersion }: LogEntry, logged: Logged) {
  const { signedEntryTimestamp, inclusionProof } = logged.verification
  return {
    logIndex: String(logged.logIndex),
    logId: { keyId: base64(Buffer.from(logged.logID, 'hex')) },
    kindVersion: { kind, version: apiVersion },
    integratedTime: String(logged.integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(inclusionProof.logIndex),
      rootHash: base64(Buffer.from(inclusionProof.rootHash, 'hex')),
      treeSize: String(inclusionProof.treeSize),
      hashes: [],
      checkpoint: { envelope: inclusionProof.checkpoint },
    },
    canonicalizedBody: logged.body,
  }
}

interface Root {
  readonly authority: Buffer
  readonly log: { readonly publicKey: Buffer }
  readonly certificateLog: { readonly publicKey: Buffer }
}

function toTrustedRoot({ authority, log, certificateLog }: Root, until: Date | undefined) {
  const start = '2020-01-01T00:00:00Z'
  const validFor = until === undefined ? { start } : { start, end: until.toISOString() }
  const toLog = (publicKey: Buffer) => ({
    baseUrl: logAddress,
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(publicKey), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    logId: { keyId: base64(createHash('sha256').update(publicKey).digest()) },
  })
  const chain = { certificates: [{ rawBytes: base64(authority) }] }
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [toLog(log.publicKey)],
    certificateAuthorities: [{ uri: 'https://ca.example.test', certChain: chain, validFor }],
    ctlogs: [toLog(certificateLog.publicKey)],
    timestampAuthorities: [],
  }
}

function makeKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function toPem(der: Buffer): string {
  const lines = base64(der).match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function bytesOf(view: ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
