import { hexOf } from '../../../src/oci/digest.ts'
import { alterAnnotations, alterBlobs, swapSignatures, transplant } from './alter.ts'
import { type Recorded, type Signing, manifestOf } from './recording.ts'

/** One question about the chart demo: is it signed by this key? */
export interface CosignRow {
  readonly name: string
  /** Other content of its repository. */
  readonly signings: (recorded: Recorded) => readonly (Signing | undefined)[]
  readonly key: string
  readonly annotations?: Readonly<Record<string, string>>
  /** Flags without which cosign does not look there. */
  readonly flags?: readonly string[]
  /** Part of what we say when we refuse. */
  readonly says?: string
  /** Why our verdict is another than cosign's. */
  readonly differs?: string
}

/** Keys whose signatures by cosign its own verify accepts. */
export const verifiableKeyNames = ['p256', 'p384', 'p521', 'rsa2048', 'rsa4096'] as const
export const keyNames = [...verifiableKeyNames, 'ed25519'] as const
/** How cosign stores signatures: under a tag, as a referrer, as a referrer with a bundle. */
export const forms = ['tag', 'referrer', 'bundle'] as const

const formFlags = {
  tag: ['--new-bundle-format=false'],
  referrer: ['--new-bundle-format=false', '--experimental-oci11'],
  bundle: ['--new-bundle-format=true'],
} as const

// Cosign signs by the size of the curve, and has to be told so when it verifies.
const digestFlags: Readonly<Record<string, readonly string[]>> = {
  p384: ['--signature-digest-algorithm=sha384'],
  p521: ['--signature-digest-algorithm=sha512'],
}

const otherKey = 'its signature is not by this key'

export const rows: readonly CosignRow[] = [
  ...verifiableKeyNames.flatMap((key) =>
    forms.map((form) => ({
      name: `a signature by a key of the kind ${key}, as ${form}`,
      signings: ({ signings }: Recorded) => [signings[`${key} ${form}`]],
      key,
      flags: [...formFlags[form], ...(digestFlags[key] ?? [])],
    })),
  ),
  ...forms.flatMap((form): readonly CosignRow[] => [
    {
      name: `an Ed25519 signature over the text itself, as ${form}`,
      signings: ({ signings }) => [signings[`pure ${form}`]],
      key: 'ed25519',
      flags: formFlags[form],
    },
    {
      name: `an Ed25519 signature over a hash, as cosign makes and does not verify them, as ${form}`,
      signings: ({ signings }) => [signings[`ed25519 ${form}`]],
      key: 'ed25519',
      flags: formFlags[form],
      says: otherKey,
    },
  ]),
  ...forms.flatMap((form): readonly CosignRow[] => [
    {
      name: `a signature by another key, as ${form}`,
      signings: ({ signings }) => [signings[`p256 ${form}`]],
      key: 'stranger',
      flags: formFlags[form],
      says: otherKey,
    },
    {
      name: `a signature by a key of another kind, as ${form}`,
      signings: ({ signings }) => [signings[`p256 ${form}`]],
      key: 'rsa2048',
      flags: formFlags[form],
      says: otherKey,
    },
    {
      name: `a signature of another chart, moved here, as ${form}`,
      signings: ({ signings, charts }) => [moved(signings[`other ${form}`], charts.demo)],
      key: 'p256',
      flags: formFlags[form],
      says: 'it signs "',
    },
    {
      name: `a signature of another chart whose text was altered, as ${form}`,
      signings: ({ signings, charts }) => {
        const found = moved(signings[`other ${form}`], charts.demo)
        const [from, to] = [charts.other, charts.demo].map((chart) => hexIn(chart.manifest))
        return [found && alterBlobs(found, (text) => altered(text, from ?? '', to ?? ''))]
      },
      key: 'p256',
      flags: formFlags[form],
      says: otherKey,
    },
    {
      name: `an annotation that is there, as ${form}`,
      signings: ({ signings }) => [signings[`annotated ${form}`]],
      key: 'p256',
      annotations: { env: 'prod' },
      flags: formFlags[form],
    },
    {
      name: `an annotation with another value, as ${form}`,
      signings: ({ signings }) => [signings[`annotated ${form}`]],
      key: 'p256',
      annotations: { env: 'test' },
      flags: formFlags[form],
      says: 'its annotation env is "prod", not "test"',
    },
    {
      name: `an annotation that is missing, as ${form}`,
      signings: ({ signings }) => [signings[`p256 ${form}`]],
      key: 'p256',
      annotations: { env: 'prod' },
      flags: formFlags[form],
      says: 'its annotation env is nothing, not "prod"',
    },
  ]),
  {
    name: 'two signatures under one tag, the first asked for',
    signings: ({ signings }) => [signings['two tag']],
    key: 'p256',
    flags: formFlags.tag,
  },
  {
    name: 'two signatures under one tag, the second asked for',
    signings: ({ signings }) => [signings['two tag']],
    key: 'rsa2048',
    flags: formFlags.tag,
  },
  {
    name: 'two bundles, one of them by this key',
    signings: ({ signings }) => [signings['ed25519 bundle'], signings['p256 bundle']],
    key: 'p256',
    flags: formFlags.bundle,
  },
  {
    name: 'no signature at all',
    signings: () => [],
    key: 'p256',
    says: 'found no signature in ',
  },
  {
    name: 'the signature of another text',
    signings: ({ signings }) => {
      const [from, into] = [signings['other tag'], signings['p256 tag']]
      return [from && into && swapSignatures(from, into)]
    },
    key: 'p256',
    flags: formFlags.tag,
    says: otherKey,
  },
  {
    name: 'a signature that is not base64',
    signings: ({ signings }) => {
      const found = signings['p256 tag']
      return [found && alterAnnotations(found, () => 'not base64!')]
    },
    key: 'p256',
    flags: formFlags.tag,
    says: otherKey,
  },
  {
    name: 'an attestation by this key, which is not a signature',
    signings: ({ signings }) => [signings['attested bundle']],
    key: 'p256',
    flags: formFlags.bundle,
    says: 'and no signature',
    differs: 'an attestation may say anything of a chart, such as that a test failed',
  },
  {
    name: 'a bundle that is none',
    signings: ({ signings }) => {
      const found = signings['p256 bundle']
      return [found && alterBlobs(found, () => '{"mediaType": "text/plain"}')]
    },
    key: 'p256',
    flags: formFlags.bundle,
    says: 'it is not a bundle that can be read',
  },
]

function moved(signing: Signing | undefined, to: Recorded['charts']['demo']) {
  return signing && transplant(signing, to)
}

function hexIn(manifest: string): string {
  return hexOf(manifestOf(manifest).digest)
}

/** A digest for another, also in the payload of an envelope, which is base64. */
function altered(text: string, from: string, to: string): string {
  const plain = text.replaceAll(from, to)
  const payload = /"payload":"([^"]+)"/.exec(plain)?.[1]
  if (payload === undefined) return plain
  const inner = Buffer.from(payload, 'base64').toString().replaceAll(from, to)
  return plain.replace(payload, Buffer.from(inner).toString('base64'))
}
