import type { PrivateKey } from 'openpgp'
import type { Metadata } from '../../chart/load/metadata.ts'
import { metadataYaml } from '../../chart/load/metadata-yaml.ts'
import { digestOf } from '../../oci/digest.ts'
import { loadOpenpgp } from '../verify/load-openpgp.ts'
import { reasonOf, refusal } from '../verify/refusal.ts'

/** A packaged chart that is to be signed. */
export interface ChartToSign {
  /** Such as demo-0.1.0.tgz: provenance speaks of files by name. */
  readonly fileName: string
  readonly archive: Uint8Array
  readonly metadata: Metadata
}

/** Whether a text is a private key of OpenPGP, as `gpg --export-secret-keys --armor` writes it. */
export function isPgpKey(text: string): boolean {
  return text.includes('-----BEGIN PGP PRIVATE KEY BLOCK-----')
}

/** Reads a private key of OpenPGP and unlocks it. */
export async function readPgpKey(
  armoredKey: string,
  passphrase: string | undefined,
): Promise<PrivateKey> {
  const openpgp = await loadOpenpgp()
  try {
    const privateKey = await openpgp.readPrivateKey({ armoredKey })
    if (privateKey.isDecrypted()) return privateKey
    if (passphrase === undefined) throw new Error('it has a passphrase, and none was given')
    return await openpgp.decryptKey({ privateKey, passphrase })
  } catch (cause) {
    throw refusal(`the private key cannot be used: ${reasonOf(cause)}`, cause)
  }
}

/** The provenance file of a chart, as `helm package --sign` writes it. */
export async function signProvenance(
  { fileName, archive, metadata }: ChartToSign,
  key: PrivateKey,
): Promise<string> {
  const openpgp = await loadOpenpgp()
  const text = `${metadataYaml(metadata)}\n...\nfiles:\n  ${fileName}: ${digestOf(archive)}\n`
  const message = await openpgp.createCleartextMessage({ text })
  return await openpgp.sign({ message, signingKeys: key })
}
