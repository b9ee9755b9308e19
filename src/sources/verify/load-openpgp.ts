import { refusal } from './refusal.ts'

/**
 * OpenPGP is loaded when a provenance file is verified and never before. Its licence is the LGPL, so
 * it stays a package of its own that a user may replace: see docs/adr/0012.
 */
export async function loadOpenpgp() {
  try {
    return await import('openpgp')
  } catch (cause) {
    const message =
      'verifying provenance needs the package openpgp, which is not installed beside this program'
    throw refusal(message, cause)
  }
}
