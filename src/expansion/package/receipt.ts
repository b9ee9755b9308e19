import { compareStrings } from '../../formats/go-string.ts'
import { type Digest, digestOf, isDigest } from '../../oci/digest.ts'
import { ExpansionError } from '../errors.ts'
import type { LeftOut } from './lock.ts'

/** The blobs that a site has, and in which repositories, so that a delta can leave them out. */
export interface Receipt {
  readonly name: string
  readonly version: string
  /** The digest of the package that brought them. */
  readonly digest: Digest
  readonly blobs: readonly LeftOut[]
}

/** Same content, same text. */
export function receiptText({ name, version, digest, blobs }: Receipt): string {
  const sorted = blobs.toSorted((a, b) => compareStrings(a.digest, b.digest))
  return `${JSON.stringify({ name, version, digest, blobs: sorted }, undefined, 1)}\n`
}

/** Reads the receipt of a site. */
export function readReceipt(text: string, what: string): Receipt {
  const receipt = parse(text, what)
  const { name, version, digest, blobs } = receipt
  const isSound =
    typeof name === 'string' &&
    typeof version === 'string' &&
    isDigest(String(digest)) &&
    Array.isArray(blobs) &&
    blobs.every(
      (blob) => isDigest(String(blob.digest)) && Number.isSafeInteger(blob.size) && isText(blob),
    )
  if (!isSound) throw new ExpansionError('bad-package', `${what} is no receipt of a site`)
  return receipt as Receipt
}

/** The identity of a receipt. */
export function receiptDigest(receipt: Receipt): Digest {
  return digestOf(Buffer.from(receiptText(receipt)))
}

function isText({ repository }: Partial<LeftOut>): boolean {
  return typeof repository === 'string' && repository !== ''
}

function parse(text: string, what: string): Partial<Receipt> {
  try {
    return Object(JSON.parse(text)) as Partial<Receipt>
  } catch (cause) {
    throw new ExpansionError('bad-package', `${what} is not JSON`, { cause })
  }
}
