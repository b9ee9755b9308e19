import type { Credentials } from '../../oci/auth/credentials.ts'
import { credentialsForHost } from '../../oci/auth/find-credentials.ts'
import { storeCredentials } from '../../oci/auth/store-credentials.ts'
import { checkLogin } from '../../oci/client/check-login.ts'
import { readTlsFiles } from '../../oci/client/read-tls-files.ts'
import { SourceError } from '../../sources/errors.ts'
import { openRegistry } from '../../sources/fetch/open-registry.ts'
import { translateError } from '../../sources/http/translate-error.ts'
import { addressOptions } from '../options/address-options.ts'
import { addressPolicyOf } from '../options/address-policy.ts'
import { withAdvice } from '../chart/sources/fetch-with-progress.ts'
import type { CommandSpec } from '../command-spec.ts'
import {
  type TlsFlags,
  loginOptions,
  plainHttpOf,
  plainHttpOption,
  tlsFileOptions,
  tlsFilesOf,
} from '../options/connection-options.ts'
import { UsageError } from '../errors.ts'
import { type LocationFlags, locationOptions } from '../options/helm-locations.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import { askName, askPassword, readPipedPassword } from '../read-password.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openCredentialStore } from './credential-store.ts'
import { checkRegistryHost } from './registry-host.ts'

export const command = {
  description:
    'Checks the credentials with the registry and keeps them where Helm keeps them, so that helm and outrigger both use them: with the credential helper that the file names, else in the file itself. Without --password it is asked for.',
  arguments: { host: { count: 'one', summary: 'the registry, such as registry.example:5000' } },
  options: {
    username: { ...loginOptions.username, short: 'u' },
    password: {
      ...loginOptions.password,
      short: 'p',
      summary: 'the password or token; others on this machine can see it, so pipe it instead',
    },
    'password-stdin': { kind: 'switch', summary: 'read the password or token from a pipe' },
    insecure: { kind: 'switch', summary: 'do not check the certificate of the registry' },
    ...tlsFileOptions,
    ...plainHttpOption,
    ...addressOptions,
    'registry-config': locationOptions['registry-config'],
  },
  examples: [
    'registry login registry.example -u me --password-stdin',
    'registry login localhost:5000 -u me --plain-http',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly host: string
  readonly username: string | undefined
  readonly password: string | undefined
  readonly fromStdin: boolean
  readonly tls: TlsFlags
  readonly plainHttp: 'always' | 'loopback' | 'never'
  readonly allow: readonly string[]
  readonly locations: LocationFlags
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const tls = { ...options, 'insecure-skip-tls-verify': options.insecure }
  return {
    host: given.arguments.host,
    username: options.username || undefined,
    password: options.password || undefined,
    fromStdin: options['password-stdin'],
    tls,
    plainHttp: plainHttpOf({ ...tls, 'plain-http': options['plain-http'] }),
    allow: options['allow-address'],
    locations: { 'registry-config': options['registry-config'] },
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const host = checkRegistryHost(options.host)
  const { username, password } = await readLogin(options, io, signal)
  const credentials = { kind: 'password', username, password } as const
  try {
    await tryLogin(host, credentials, { options, ports }, signal)
  } catch (error) {
    const cause = withAdvice(translateError(error, signal))
    if (!(cause instanceof SourceError)) throw cause
    throw new SourceError(cause.code, `authenticating to ${JSON.stringify(host)}`, { cause })
  }
  const store = await openCredentialStore(options.locations, ports)
  await storeCredentials(store, host, credentials, signal)
  io.stdout.write('Login Succeeded\n')
  return 'done'
}

/** Where the registry sends us for a token is not trusted, as nobody typed it. */
async function tryLogin(
  host: string,
  credentials: Credentials,
  {
    options: { tls, plainHttp, allow },
    ports,
  }: { readonly options: Options; readonly ports: Ports },
  signal: AbortSignal,
): Promise<void> {
  const { registry, close } = openRegistry(
    host,
    { trust: 'trusted', tls: await readTlsFiles(tlsFilesOf(tls), signal) },
    {
      policy: addressPolicyOf(allow, ports),
      plainHttp,
      findCredentials: credentialsForHost(host, credentials),
    },
  )
  try {
    await checkLogin(registry, signal)
  } finally {
    await close()
  }
}

interface Login {
  readonly username: string
  readonly password: string
}

async function readLogin(options: Options, io: Io, signal: AbortSignal): Promise<Login> {
  const { username = '', password } = options
  if (options.fromStdin) return { username, password: await readPipedPassword(io, signal) }
  if (password !== undefined) {
    io.stderr.write('warning: others can see a --password on this machine; use --password-stdin\n')
    return { username, password }
  }
  const asked = username === '' ? await askName('Username: ', io, signal) : username
  const what = asked === '' ? 'Token' : 'Password'
  const typed = await askPassword(`${what}: `, io, signal)
  if (typed === '') throw new UsageError('missing-value', `${what.toLowerCase()} required`)
  return { username: asked, password: typed }
}
