/** One chart, one provenance file and one keyring, as files of ./files/. */
export interface ProvenanceRow {
  readonly name: string
  readonly prov: string
  readonly keyring: string
  /** demo-0.1.0.tgz unless given. */
  readonly archive?: string
  /** The name of the archive where it is verified. */
  readonly fileName?: string
  /** Part of what we say when we refuse. */
  readonly says?: string
  /** Why our verdict is another than Helm's. */
  readonly differs?: string
}

export const rows: readonly ProvenanceRow[] = [
  { name: 'a signature by an RSA key', prov: 'rsa.prov', keyring: 'rsa.gpg' },
  { name: 'a signature by an Ed25519 key', prov: 'ed25519.prov', keyring: 'ed25519.gpg' },
  { name: 'a signature by a P-256 key', prov: 'p256.prov', keyring: 'p256.gpg' },
  { name: 'a signature by a subkey', prov: 'subkey.prov', keyring: 'subkey.gpg' },
  {
    name: 'a signature made by helm package --sign',
    prov: 'helm.prov',
    keyring: 'rsa.gpg',
    archive: 'helm.tgz',
  },
  { name: 'a key among others', prov: 'p256.prov', keyring: 'many.gpg' },
  {
    name: 'an armored keyring',
    prov: 'rsa.prov',
    keyring: 'rsa.asc',
    differs: 'Helm reads binary keyrings alone; what gpg exports may be either',
  },
  {
    name: 'a keybox of GnuPG',
    prov: 'rsa.prov',
    keyring: 'pubring.kbx',
    says: 'gpg --export > pubring.gpg',
  },
  {
    name: 'a keyring that is none',
    prov: 'rsa.prov',
    keyring: 'demo-0.1.0.tgz',
    says: 'it holds no OpenPGP keys',
  },
  {
    name: 'an empty keyring',
    prov: 'rsa.prov',
    keyring: 'empty.gpg',
    says: 'which is not among the 0 keys of the keyring',
  },
  {
    name: 'a keyring without the key',
    prov: 'rsa.prov',
    keyring: 'ed25519.gpg',
    says: 'which is not among the 1 key of the keyring',
  },
  {
    name: 'a key that has expired',
    prov: 'expired.prov',
    keyring: 'expired.gpg',
    says: 'may not sign: primary key is expired',
  },
  {
    name: 'a key that was revoked',
    prov: 'revoked.prov',
    keyring: 'revoked.gpg',
    says: 'may not sign: primary key is revoked',
  },
  {
    name: 'a subkey that was revoked',
    prov: 'revoked-subkey.prov',
    keyring: 'revoked-subkey.gpg',
    says: 'may not sign: ',
  },
  {
    name: 'a subkey that has expired',
    prov: 'expired-subkey.prov',
    keyring: 'expired-subkey.gpg',
    says: 'may not sign: ',
  },
  {
    name: 'a signature that has expired',
    prov: 'expired-signature.prov',
    keyring: 'rsa.gpg',
    says: 'is not good: Signature is expired',
  },
  {
    name: 'a signature over SHA-1',
    prov: 'sha1.prov',
    keyring: 'rsa.gpg',
    says: 'Insecure message hash algorithm: SHA1',
    differs: 'texts with the same SHA-1 can be made, so that such a signature says nothing',
  },
  {
    name: 'a text that was altered',
    prov: 'altered-text.prov',
    keyring: 'rsa.gpg',
    says: 'is not good',
  },
  {
    name: 'a chart that was altered',
    prov: 'rsa.prov',
    keyring: 'rsa.gpg',
    archive: 'altered.tgz',
    says: 'sha256 sum does not match for demo-0.1.0.tgz',
  },
  {
    name: 'a chart under another name',
    prov: 'rsa.prov',
    keyring: 'rsa.gpg',
    fileName: 'demo-0.2.0.tgz',
    says: 'provenance does not contain a SHA for a file named "demo-0.2.0.tgz"',
  },
  { name: 'two signatures by known keys', prov: 'two.prov', keyring: 'many.gpg' },
  { name: 'two signatures, the first known', prov: 'two.prov', keyring: 'rsa.gpg' },
  { name: 'two signatures, the second known', prov: 'two.prov', keyring: 'ed25519.gpg' },
  {
    name: 'two signatures, the first known and not good',
    prov: 'two-first-altered.prov',
    keyring: 'many.gpg',
    says: 'is not good',
  },
  {
    name: 'a text without signature',
    prov: 'unsigned.prov',
    keyring: 'rsa.gpg',
    says: 'signature block not found',
  },
  {
    name: 'a signature that was cut off',
    prov: 'cut.prov',
    keyring: 'rsa.gpg',
    says: 'signature block not found',
  },
  {
    name: 'a signature that cannot be read',
    prov: 'garbled.prov',
    keyring: 'rsa.gpg',
    says: 'the signature cannot be read',
  },
  {
    name: 'a remark before the text, where only Hash may stand',
    prov: 'remark.prov',
    keyring: 'rsa.gpg',
    says: 'signature block not found',
  },
  { name: 'words before and after the block', prov: 'words.prov', keyring: 'rsa.gpg' },
  { name: 'line ends of Windows', prov: 'windows.prov', keyring: 'rsa.gpg' },
  { name: 'spaces at line ends, which are not signed', prov: 'spaces.prov', keyring: 'rsa.gpg' },
  {
    name: 'a signed text of one part',
    prov: 'one-part.prov',
    keyring: 'rsa.gpg',
    says: 'message block must have at least two parts',
  },
  {
    name: 'a signed text without files',
    prov: 'no-files.prov',
    keyring: 'rsa.gpg',
    says: 'provenance does not contain a SHA',
  },
  {
    name: 'checksums in a third part, which nobody reads',
    prov: 'third-part.prov',
    keyring: 'rsa.gpg',
    says: 'provenance does not contain a SHA',
  },
  {
    name: 'a checksum that is a number',
    prov: 'number.prov',
    keyring: 'rsa.gpg',
    says: 'sha256 sum does not match',
  },
]
