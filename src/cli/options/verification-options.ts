import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseDigest } from '../../oci/digest.ts'
import type { Match, Verification } from '../../sources/verify/verification.ts'
import type { OptionSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { HelmLocations } from './helm-locations.ts'
import { readPlainFile } from '../read-plain-file.ts'

/**
 * The demands that a user may make on a chart: helm's flag, and cosign's names where cosign has
 * one.
 */
export const verificationOptions = {
  keyring: {
    kind: 'text',
    value: 'FILE',
    summary: "public keys of which one has to have signed the provenance file; helm's unless given",
  },
  key: { kind: 'text', value: 'FILE', summary: 'the public key of a signature by cosign' },
  annotation: {
    kind: 'list',
    short: 'a',
    value: 'KEY=VALUE',
    summary: 'what the signature by --key has to say besides',
  },
  'certificate-identity': {
    kind: 'text',
    value: 'TEXT',
    summary: 'who has to have signed, such as a mail address or the URL of a workflow',
  },
  'certificate-identity-regexp': {
    kind: 'text',
    value: 'PATTERN',
    summary: 'the same as a pattern that matches all of it',
  },
  'certificate-oidc-issuer': {
    kind: 'text',
    value: 'URL',
    summary: 'who has to have vouched for that identity',
  },
  'certificate-oidc-issuer-regexp': {
    kind: 'text',
    value: 'PATTERN',
    summary: 'the same as a pattern that matches all of it',
  },
  'trusted-root': {
    kind: 'text',
    value: 'FILE',
    summary: "trusted_root.json of Sigstore, or of one's own authority",
  },
  digest: {
    kind: 'text',
    value: 'DIGEST',
    summary: 'what the chart has to be: of its manifest in a registry, else of its archive',
  },
} as const satisfies Record<string, OptionSpec>

export type VerificationFlags = {
  readonly [K in keyof typeof verificationOptions]?: K extends 'annotation'
    ? readonly string[]
    : string | undefined
}

const maxKeyringBytes = 64 * 1024 * 1024
const maxKeyBytes = 64 * 1024
const maxTrustedRootBytes = 4 * 1024 * 1024
const certificateOptions = [
  'certificate-identity',
  'certificate-identity-regexp',
  'certificate-oidc-issuer',
  'certificate-oidc-issuer-regexp',
  'trusted-root',
] as const

/** Says which flags do not go together, or are missing. */
export function whyNotVerification(given: VerificationFlags): string | undefined {
  const certificate = certificateOptions.filter((option) => given[option])
  const ways = [given.keyring && 'keyring', given.key && 'key', certificate[0]].filter(Boolean)
  if (ways.length > 1) return `--${ways.join(' and --')} ask for different signatures; give one`
  if (given.annotation?.length && !given.key) return '--annotation needs --key'
  const bad = given.annotation?.find((text) => !/^[^=]+=/.test(text))
  if (bad !== undefined) return `--annotation ${bad} is not KEY=VALUE`
  if (certificate.length === 0) return undefined
  return whyNotKeyless(given)
}

function whyNotKeyless(given: VerificationFlags): string | undefined {
  for (const option of ['certificate-identity', 'certificate-oidc-issuer'] as const) {
    const pattern = `${option}-regexp` as const
    if (given[option] && given[pattern]) return `give --${option} or --${pattern}, not both`
    // Without it, everybody who may ask the authority for a certificate could have signed.
    if (!given[option] && !given[pattern]) return `--${option} or --${pattern} is missing`
  }
  return given['trusted-root'] ? undefined : '--trusted-root is missing'
}

/** Whether the flags ask for a provenance file, which is what is asked for when they say nothing. */
export function wantsProvenance(given: VerificationFlags): boolean {
  if (given.keyring) return true
  return !given.key && !given['trusted-root'] && !given.digest
}

/** Reads the files that the flags name. Without any of them it is helm's keyring, or a digest alone. */
export async function readVerification(
  given: VerificationFlags,
  places: HelmLocations,
  signal: AbortSignal,
): Promise<Verification> {
  const pinned = given.digest ? { digest: readDigest(given.digest) } : {}
  if (given.key) {
    const key = await readText(given.key, maxKeyBytes, signal)
    return { ...pinned, cosignKey: { key, annotations: readAnnotations(given.annotation ?? []) } }
  }
  if (given['trusted-root']) {
    const trustedRoot = await readText(given['trusted-root'], maxTrustedRootBytes, signal)
    const identity = matchOf(given, 'certificate-identity')
    const issuer = matchOf(given, 'certificate-oidc-issuer')
    return { ...pinned, keyless: { identity, issuer, trustedRoot } }
  }
  if (pinned.digest !== undefined && !wantsProvenance(given)) return pinned
  return { ...pinned, provenance: { keyring: await readKeyring(given.keyring, places, signal) } }
}

async function readKeyring(
  given: string | undefined,
  { keyring }: HelmLocations,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await readPlainFile(given || keyring, maxKeyringBytes, signal)
  } catch (cause) {
    const hint = given ? '' : await keyboxHint(keyring)
    throw new PlainError(`failed to load keyring: ${(cause as Error).message}${hint}`, { cause })
  }
}

/** GnuPG has kept its keys in another file than helm looks for since 2014. */
async function keyboxHint(keyring: string): Promise<string> {
  const keybox = join(dirname(keyring), 'pubring.kbx')
  const isThere = (await stat(keybox).catch(() => undefined)) !== undefined
  return isThere ? `; the keys are in ${keybox}: run "gpg --export > ${keyring}"` : ''
}

function readDigest(text: string) {
  try {
    return parseDigest(text)
  } catch (error) {
    throw new UsageError('bad-value', `--digest: ${(error as Error).message}`)
  }
}

function readAnnotations(list: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    list.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  )
}

function matchOf(
  given: VerificationFlags,
  option: 'certificate-identity' | 'certificate-oidc-issuer',
): Match {
  const pattern = given[`${option}-regexp`]
  return pattern ? { pattern } : { exact: given[option] ?? '' }
}

async function readText(path: string, limit: number, signal: AbortSignal): Promise<string> {
  return Buffer.from(await readPlainFile(path, limit, signal)).toString('utf8')
}
