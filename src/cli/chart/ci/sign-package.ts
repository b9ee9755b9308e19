import { readFile } from 'node:fs/promises'
import type { Metadata } from '../../../chart/load/metadata.ts'
import {
  type SigningKey,
  readSigningKey,
  signatureBundle,
} from '../../../sources/sign/signing-key.ts'
import { isPgpKey, readPgpKey, signProvenance } from '../../../sources/sign/sign-provenance.ts'
import { PlainError } from '../../errors.ts'

/** Signs packages in the way that the key is for. */
export interface PackageSigner {
  /** For manifests in registries; undefined when the key signs provenance files. */
  readonly key: SigningKey | undefined
  readonly sign: (chart: PackageToSign) => Promise<SignedFile>
}

export interface PackageToSign {
  readonly fileName: string
  readonly archive: Uint8Array
  readonly metadata: Metadata
}

/** The file that goes beside a package. */
export interface SignedFile {
  readonly kind: 'provenance' | 'bundle'
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Reads the private key of a file: of OpenPGP for provenance files as helm knows them, in PEM for signatures as cosign knows them. */
export async function openSigner(
  file: string,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<PackageSigner> {
  const text = await readKeyFile(file, signal)
  if (isPgpKey(text)) {
    const key = await readPgpKey(text, passphrase)
    return {
      key: undefined,
      sign: async (chart) => {
        const bytes = Buffer.from(await signProvenance(chart, key))
        return { kind: 'provenance', fileName: `${chart.fileName}.prov`, bytes }
      },
    }
  }
  const key = readSigningKey(text, passphrase)
  return {
    key,
    sign: async ({ fileName, archive }) => {
      const bytes = Buffer.from(signatureBundle(archive, key))
      return { kind: 'bundle', fileName: `${fileName}.sigstore.json`, bytes }
    },
  }
}

async function readKeyFile(file: string, signal: AbortSignal): Promise<string> {
  try {
    return await readFile(file, { encoding: 'utf8', signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new PlainError(`cannot read the private key ${file}`, { cause })
  }
}
