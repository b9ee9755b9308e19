import type { Key, KeyID, Signature, SignaturePacket } from 'openpgp'
import type { SourceError } from '../errors.ts'
import type { ClearSigned } from './clear-signed.ts'
import { loadOpenpgp } from './load-openpgp.ts'
import { reasonOf, refusal } from './refusal.ts'

/**
 * The key that signed a text, or an error. As in Helm the first signature by a key of the ring counts
 * and has to be good; one by nobody we know is passed over. Unlike in Helm, a signature over a hash that
 * can be forged (MD5, SHA-1) is none.
 */
export async function findPgpSigner(
  { signed, armoredSignature }: ClearSigned,
  keys: readonly Key[],
): Promise<Key> {
  const openpgp = await loadOpenpgp()
  const { packets } = await readSignature(armoredSignature)
  const known = packets.flatMap((packet) => {
    const key = keys.find((one) => one.getKeys(packet.issuerKeyID).length > 0)
    return key === undefined ? [] : [{ packet, key }]
  })[0]
  if (known === undefined) throw unknownSigner(packets, keys)
  const { packet, key } = known
  await checkKey(key, packet.issuerKeyID)
  const list = new openpgp.PacketList<SignaturePacket>()
  list.push(packet)
  const { signatures } = await openpgp.verify({
    message: await openpgp.createMessage({ binary: signed }),
    signature: new openpgp.Signature(list),
    verificationKeys: key,
    format: 'binary',
  })
  const verified = signatures.map((signature) => signature.verified)
  await Promise.all(verified).catch((cause: unknown) => {
    throw refusal(
      `the signature by key ${hex(packet.issuerKeyID)} is not good: ${reasonOf(cause)}`,
      cause,
    )
  })
  if (verified.length !== 1) throw refusal('the signature was not checked')
  return key
}

async function readSignature(armoredSignature: string): Promise<Signature> {
  const openpgp = await loadOpenpgp()
  try {
    return await openpgp.readSignature({ armoredSignature })
  } catch (cause) {
    throw refusal(`the signature cannot be read: ${reasonOf(cause)}`, cause)
  }
}

// The library asks whether the key was good when the signature says it was made. The owner of an
// old key may claim any time, so Helm asks whether it is good now, and so do we.
async function checkKey(key: Key, id: KeyID): Promise<void> {
  try {
    await key.getSigningKey(id, new Date())
  } catch (cause) {
    throw refusal(`key ${hex(id)} of ${nameOf(key)} may not sign: ${lower(reasonOf(cause))}`, cause)
  }
}

function unknownSigner(packets: readonly SignaturePacket[], keys: readonly Key[]): SourceError {
  const found = packets.map(({ issuerKeyID }) => hex(issuerKeyID)).join(', ')
  const ring = keys.length === 1 ? '1 key' : `${keys.length} keys`
  return refusal(
    `signed by key ${found || 'unknown'}, which is not among the ${ring} of the keyring`,
  )
}

function nameOf(key: Key): string {
  return key.getUserIDs()[0] ?? 'nobody named'
}

function hex(id: KeyID): string {
  return id.toHex().toUpperCase()
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
