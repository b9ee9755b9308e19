/** A clear-signed text, taken apart. */
export interface ClearSigned {
  /** With the line ends and without the escapes that the signature means. */
  readonly signed: Uint8Array
  /** The same for reading: lines end as Unix ends them. */
  readonly text: string
  readonly armoredSignature: string
}

const beginning = '-----BEGIN PGP SIGNED MESSAGE-----'
const signatureBeginning = '-----BEGIN PGP SIGNATURE-----'
const signatureEnd = '-----END PGP SIGNATURE-----'
const hashNames: ReadonlySet<string> = new Set(
  'MD5 SHA1 RIPEMD160 SHA224 SHA256 SHA384 SHA512 SHA3-256 SHA3-512'.split(' '),
)

/**
 * The first clear-signed text of a file, or undefined when there is none that is whole. As Helm's
 * library reads it: nothing but Hash may be said before the text, since what is said there is not signed.
 */
export function readClearSigned(file: string): ClearSigned | undefined {
  const lines = file.split('\n').map((line) => line.replace(/\r$/, ''))
  const start = lines.indexOf(beginning)
  if (start < 0) return undefined
  const blank = lines.findIndex((line, index) => index > start && line.trim() === '')
  if (blank < 0 || !lines.slice(start + 1, blank).every(isHashHeader)) return undefined
  const end = lines.indexOf(signatureBeginning, blank + 1)
  const last = end < 0 ? -1 : lines.indexOf(signatureEnd, end + 1)
  if (last < 0 || end === blank + 1) return undefined
  const texts = lines.slice(blank + 1, end).map(withoutEscape)
  return {
    signed: Buffer.from(texts.join('\r\n')),
    text: texts.join('\n'),
    armoredSignature: lines.slice(end, last + 1).join('\n'),
  }
}

function isHashHeader(line: string): boolean {
  const [, names] = /^\s*Hash\s*:([\x20-\x7e]*)$/.exec(line) ?? []
  return names !== undefined && names.split(',').every((name) => isHashName(name.trim()))
}

function isHashName(name: string): boolean {
  return hashNames.has(name.toUpperCase())
}

function withoutEscape(line: string): string {
  return line.replace(/^- /, '').replace(/[ \t]+$/, '')
}
