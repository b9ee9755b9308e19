import type { Key } from 'openpgp'
import type { SourceError } from '../errors.ts'
import { loadOpenpgp } from './load-openpgp.ts'
import { refusal } from './refusal.ts'

const maxKeyringBytes = 64 * 1024 * 1024
/** Where GnuPG's keybox has its mark. */
const keyboxMark = { text: 'KBXf', at: 8 } as const
const armor = '-----BEGIN PGP '

/** The keys of a file as `gpg --export` writes it, armored or not. */
export async function readKeyring(bytes: Uint8Array): Promise<readonly Key[]> {
  if (bytes.length > maxKeyringBytes) {
    throw unreadable(`it is larger than the limit of ${maxKeyringBytes} bytes`)
  }
  const { text, at } = keyboxMark
  if (latin(bytes.subarray(at, at + text.length)) === text) {
    const advice = 'write its keys with "gpg --export > pubring.gpg" and give that file'
    throw unreadable(`it is a keybox of GnuPG (pubring.kbx), which only GnuPG reads; ${advice}`)
  }
  if (bytes.length === 0) return []
  const openpgp = await loadOpenpgp()
  try {
    const isArmored = latin(bytes.subarray(0, 4096)).includes(armor)
    return isArmored
      ? await openpgp.readKeys({ armoredKeys: Buffer.from(bytes).toString('utf8') })
      : await openpgp.readKeys({ binaryKeys: bytes })
  } catch (cause) {
    throw unreadable('it holds no OpenPGP keys', cause)
  }
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function unreadable(why: string, cause?: unknown): SourceError {
  return refusal(`failed to load keyring: ${why}`, cause)
}
