import { type Bundle, bundleFromJSON } from '@sigstore/bundle'
import { reasonOf, refusal } from './refusal.ts'

const maxBundleBytes = 4 * 1024 * 1024

/** Reads a Sigstore bundle. */
export function readBundle(bytes: Uint8Array): Bundle {
  if (bytes.length > maxBundleBytes) {
    throw refusal(`the bundle is larger than the limit of ${maxBundleBytes} bytes`)
  }
  try {
    return bundleFromJSON(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (cause) {
    throw refusal(`it is not a bundle that can be read: ${reasonOf(cause)}`, cause)
  }
}
