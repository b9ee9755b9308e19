import { FuncError } from '../../func.ts'
import { DerError, DerReader } from '../../../formats/der/read-der.ts'
import { boolean, contextTag, tags } from '../../../formats/der/write-der.ts'

/** The parts of a certificate that signing another one needs. */
export interface CertificateParts {
  /** The subject in DER. */
  readonly subject: Uint8Array
  readonly keyId: Uint8Array | undefined
  /** The public key in DER. */
  readonly publicKey: Uint8Array
}

const keyIdObject = '2.5.29.14'

/** Reads a certificate; a FuncError with Go's words where it is none. */
export function readCertificate(bytes: Uint8Array): CertificateParts {
  try {
    return partsOf(new DerReader(bytes).sequence().sequence())
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new FuncError('x509: malformed certificate', 'returned', { cause: error })
  }
}

function partsOf(contents: DerReader): CertificateParts {
  contents.optional(contextTag(0, 'constructed'))
  contents.integer()
  contents.sequence()
  contents.expect(tags.sequence)
  contents.sequence()
  const subject = contents.expect(tags.sequence).full
  const publicKey = contents.expect(tags.sequence).full
  contents.optional(contextTag(1, 'primitive'))
  contents.optional(contextTag(2, 'primitive'))
  const extensions = contents.optional(contextTag(3, 'constructed'))
  const keyId = extensions === undefined ? undefined : keyIdIn(new DerReader(extensions.contents))
  return { subject, keyId, publicKey }
}

function keyIdIn(wrapped: DerReader): Uint8Array | undefined {
  const extensions = wrapped.sequence()
  while (!extensions.isEmpty) {
    const extension = extensions.sequence()
    const id = extension.objectId()
    extension.optional(boolean(true)[0] ?? 0)
    const value = extension.octetString()
    if (id === keyIdObject) return new DerReader(value).octetString()
  }
  return undefined
}
