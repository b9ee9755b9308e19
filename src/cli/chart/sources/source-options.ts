import type { TlsFiles } from '../../../oci/client/read-tls-files.ts'
import type { RegistryOptions } from '../../../oci/client/registry.ts'
import { addressOptions } from '../../options/address-options.ts'
import type { OptionSpec } from '../../command-spec.ts'
import {
  loginOptions,
  plainHttpOf,
  plainHttpOption,
  tlsFilesOf,
  tlsOptions,
} from '../../options/connection-options.ts'
import { type LocationFlags, locationOptions } from '../../options/helm-locations.ts'

/** How servers of charts are spoken to, wherever the chart is. */
export const connectionOptions = {
  ...loginOptions,
  ...tlsOptions,
  ...plainHttpOption,
  ...addressOptions,
  ...locationOptions,
} as const satisfies Record<string, OptionSpec>

/** Helm's flags by which a chart is found that is not on this machine. */
export const sourceOptions = {
  version: {
    kind: 'text',
    value: 'VERSION',
    summary: 'the version or a range such as ^2.0.0; the latest release unless given',
  },
  devel: { kind: 'switch', summary: "take pre-releases too, as --version '>0.0.0-0' does" },
  repo: {
    kind: 'text',
    value: 'URL',
    summary: 'the repository of the chart, which need not be added before',
  },
  'pass-credentials': { kind: 'switch', summary: 'send user and password to every host' },
  verify: {
    kind: 'switch',
    summary: 'refuse the chart unless its provenance is signed by a key of the keyring',
  },
  keyring: {
    kind: 'text',
    value: 'FILE',
    summary: 'the public keys for --verify; ~/.gnupg/pubring.gpg unless given',
  },
  ...connectionOptions,
} as const satisfies Record<string, OptionSpec>

/** The values of flags, by how they are declared. */
export type FlagValues<O extends Record<string, OptionSpec>> = {
  readonly [K in keyof O]: O[K]['kind'] extends 'switch'
    ? boolean
    : O[K]['kind'] extends 'list'
      ? readonly string[]
      : string | undefined
}

export interface Connection {
  readonly login: { readonly username: string; readonly password: string } | undefined
  readonly tls: TlsFiles
  readonly plainHttp: NonNullable<RegistryOptions['plainHttp']>
  readonly allow: readonly string[]
  readonly locations: LocationFlags
}

/** Which chart somebody means, beyond its name. */
export interface SourceChoice extends Connection {
  /** A version or a range; undefined is the latest release. */
  readonly version: string | undefined
  readonly repo: string | undefined
  readonly passCredentials: boolean
  readonly verify: boolean
  readonly keyring: string | undefined
}

export function connectionOf(given: FlagValues<typeof connectionOptions>): Connection {
  const { username, password } = given
  return {
    // As in Helm, half a login is none.
    login: username && password ? { username, password } : undefined,
    tls: tlsFilesOf(given),
    plainHttp: plainHttpOf(given),
    allow: given['allow-address'],
    locations: given,
  }
}

export function sourceChoiceOf(given: FlagValues<typeof sourceOptions>): SourceChoice {
  return {
    ...connectionOf(given),
    version: given.version || (given.devel ? '>0.0.0-0' : undefined),
    repo: given.repo || undefined,
    passCredentials: given['pass-credentials'],
    verify: given.verify,
    keyring: given.keyring || undefined,
  }
}
