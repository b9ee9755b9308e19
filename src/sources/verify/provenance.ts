import { readYamlMap } from '../../formats/yaml/read.ts'
import { digestOf } from '../../oci/digest.ts'
import { refusal } from './refusal.ts'
import { readClearSigned } from './clear-signed.ts'
import { readKeyring } from './keyring.ts'
import { findPgpSigner } from './pgp-signature.ts'
import type { FetchedChart, ProvenanceDemand, VerifiedBy } from './verification.ts'

/** A provenance file repeats Chart.yaml and a checksum; a mebibyte is a thousand times that. */
const maxProvenanceBytes = 1024 * 1024
const divider = '\n...\n'

/** Verifies the provenance file of a chart as `helm verify` does. */
export async function verifyProvenance(
  { fileName, archive, provenance }: FetchedChart,
  { keyring }: ProvenanceDemand,
): Promise<VerifiedBy> {
  if (provenance === undefined) throw refusal('wanted a provenance file, found none')
  const keys = await readKeyring(keyring)
  if (provenance.length > maxProvenanceBytes) {
    throw refusal(`the provenance file is larger than the limit of ${maxProvenanceBytes} bytes`)
  }
  const block = readClearSigned(Buffer.from(provenance).toString('utf8'))
  if (block === undefined) throw refusal('signature block not found')
  const key = await findPgpSigner(block, keys)
  const digest = digestOf(archive)
  const told = readSums(block.text).get(fileName)
  if (told === undefined) {
    throw refusal(`provenance does not contain a SHA for a file named ${JSON.stringify(fileName)}`)
  }
  if (told !== digest) {
    const differing = `${JSON.stringify(told)} != ${JSON.stringify(digest)}`
    throw refusal(`sha256 sum does not match for ${fileName}: ${differing}`)
  }
  const fingerprint = key.getFingerprint().toUpperCase()
  return { by: 'provenance', digest, identities: key.getUserIDs(), fingerprint }
}

/** The checksums by file name; the chart's metadata before them is for people. */
function readSums(text: string): ReadonlyMap<string, unknown> {
  const [, sums] = text.split(divider)
  if (sums === undefined) throw refusal('message block must have at least two parts')
  const files = readYamlMap(sums).get('files')
  return files instanceof Map ? files : new Map()
}
