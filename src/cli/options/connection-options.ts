import type { TlsFiles } from '../../oci/client/read-tls-files.ts'
import type { OptionSpec } from '../command-spec.ts'

/** Helm's flags for the files of TLS. */
export const tlsFileOptions = {
  'ca-file': {
    kind: 'text',
    value: 'FILE',
    summary: 'trust servers with a certificate of this authority, and no others',
  },
  'cert-file': { kind: 'text', value: 'FILE', summary: 'the certificate to show to the server' },
  'key-file': { kind: 'text', value: 'FILE', summary: 'the key of that certificate' },
} as const satisfies Record<string, OptionSpec>

export const tlsOptions = {
  ...tlsFileOptions,
  'insecure-skip-tls-verify': {
    kind: 'switch',
    summary: 'do not check the certificate of the server',
  },
} as const satisfies Record<string, OptionSpec>

export const plainHttpOption = {
  'plain-http': {
    kind: 'switch',
    summary:
      'speak http with registries; with those of this machine it is spoken anyway unless TLS options are given',
  },
} as const satisfies Record<string, OptionSpec>

export const loginOptions = {
  username: { kind: 'text', value: 'NAME', summary: 'the user at the repository or registry' },
  password: { kind: 'text', value: 'PASSWORD', summary: 'the password of that user' },
} as const satisfies Record<string, OptionSpec>

export interface TlsFlags {
  readonly 'ca-file'?: string | undefined
  readonly 'cert-file'?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly 'insecure-skip-tls-verify'?: boolean
}

/** The TLS files of the flags; an empty text is as good as none, as in Helm. */
export function tlsFilesOf(given: TlsFlags): TlsFiles {
  return {
    ...(given['ca-file'] ? { caFile: given['ca-file'] } : {}),
    ...(given['cert-file'] ? { certFile: given['cert-file'] } : {}),
    ...(given['key-file'] ? { keyFile: given['key-file'] } : {}),
    ...(given['insecure-skip-tls-verify'] ? { insecureSkipVerify: true } : {}),
  }
}

/** When registries are spoken to in http. TLS options mean TLS, on this machine too. */
export function plainHttpOf(
  given: TlsFlags & { readonly 'plain-http'?: boolean },
): 'always' | 'loopback' | 'never' {
  if (given['plain-http']) return 'always'
  return Object.keys(tlsFilesOf(given)).length === 0 ? 'loopback' : 'never'
}
