import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { OptionSpec } from '../command-spec.ts'
import { PlainError } from '../errors.ts'
import type { ServerOptions } from '../../server/server-options.ts'
import type { Environment } from '../verb.ts'

/** How a server listens and signs people in, for every command that serves. */
export const serverFlags = {
  name: {
    kind: 'list',
    value: 'NAME',
    summary: 'a name by which browsers may call the server, besides localhost',
  },
  'public-url': {
    kind: 'text',
    value: 'URL',
    summary: 'where browsers find the server, if a proxy stands before it',
  },
  'tls-cert-file': { kind: 'text', value: 'FILE', summary: 'the certificate; reloaded on change' },
  'tls-key-file': { kind: 'text', value: 'FILE', summary: 'its key' },
  'client-certificates': {
    kind: 'switch',
    summary: 'client certificates of the cluster sign in; needs TLS',
  },
  'oidc-issuer': {
    kind: 'text',
    value: 'URL',
    summary: 'the OpenID provider that signs people in',
  },
  'oidc-client-id': { kind: 'text', value: 'ID', summary: 'our name at the provider' },
  'oidc-client-secret-file': {
    kind: 'text',
    value: 'FILE',
    summary: 'a file with our secret at the provider; none for a public client',
  },
  'oidc-scope': {
    kind: 'list',
    value: 'SCOPE',
    summary: 'openid, profile, email, groups and offline_access unless given',
  },
  'oidc-username-claim': { kind: 'text', value: 'CLAIM', summary: 'sub unless given' },
  'oidc-username-prefix': {
    kind: 'text',
    value: 'PREFIX',
    summary: 'before the user; the issuer and # unless given, - for none',
  },
  'oidc-groups-claim': { kind: 'text', value: 'CLAIM', summary: 'groups unless given' },
  'oidc-groups-prefix': { kind: 'text', value: 'PREFIX', summary: 'before each group' },
  'oidc-ca-file': { kind: 'text', value: 'FILE', summary: "the provider's authority" },
  'proxy-address': {
    kind: 'list',
    value: 'ADDRESS',
    summary: 'an address or range of a proxy whose Impersonate headers count',
  },
  'proxy-secret-file': {
    kind: 'text',
    value: 'FILE',
    summary: 'a file with the secret that the proxy sends as x-outrigger-proxy-secret',
  },
  'traces-endpoint': {
    kind: 'text',
    value: 'URL',
    summary: 'send traces there by OTLP over HTTP; $OTEL_EXPORTER_OTLP_ENDPOINT unless given',
  },
} as const satisfies Record<string, OptionSpec>

/** The values of these flags. */
export type ServerFlags = {
  readonly [K in keyof typeof serverFlags]: (typeof serverFlags)[K]['kind'] extends 'switch'
    ? boolean
    : (typeof serverFlags)[K]['kind'] extends 'list'
      ? readonly string[]
      : string | undefined
}

type SignInSettings = Pick<
  ServerOptions,
  'tls' | 'clientCertificates' | 'oidc' | 'proxy' | 'publicUrl'
>

const usualScopes = ['openid', 'profile', 'email', 'groups', 'offline_access']

/** The settings that the flags name. Reads the files that they name; throws when flags do not fit each other. */
export async function settingsOf(flags: ServerFlags): Promise<SignInSettings> {
  const oidc = await oidcOf(flags)
  const proxy = await proxyOf(flags)
  const tls = tlsOf(flags)
  const publicUrl = flags['public-url']
  return {
    ...(tls === undefined ? {} : { tls }),
    clientCertificates: flags['client-certificates'],
    ...(oidc === undefined ? {} : { oidc }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(publicUrl === undefined ? {} : { publicUrl: urlOf('public-url', publicUrl).origin }),
  }
}

/** Where traces go: as a flag says, or OpenTelemetry's own variable; undefined when nothing is traced. */
export function tracesOf(flag: string | undefined, environment: Environment): URL | undefined {
  const text = flag || environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || ''
  return text === '' ? undefined : urlOf('traces-endpoint', text)
}

function tlsOf(flags: ServerFlags): SignInSettings['tls'] {
  const [certFile, keyFile] = [flags['tls-cert-file'], flags['tls-key-file']]
  if (certFile !== undefined && keyFile !== undefined) {
    return { certFile: resolve(certFile), keyFile: resolve(keyFile) }
  }
  if (certFile === undefined && keyFile === undefined) return undefined
  throw new PlainError('give --tls-cert-file and --tls-key-file together')
}

async function oidcOf(flags: ServerFlags): Promise<SignInSettings['oidc']> {
  const { 'oidc-issuer': issuer, 'oidc-client-id': clientId } = flags
  if (issuer === undefined && clientId === undefined) return undefined
  if (issuer === undefined || clientId === undefined) {
    throw new PlainError('give --oidc-issuer and --oidc-client-id together')
  }
  const prefix = flags['oidc-username-prefix']
  const secretFile = flags['oidc-client-secret-file']
  const authorityFile = flags['oidc-ca-file']
  return {
    issuer: urlOf('oidc-issuer', issuer),
    clientId,
    ...(secretFile === undefined ? {} : { clientSecret: await textIn(secretFile) }),
    scopes: flags['oidc-scope'].length === 0 ? usualScopes : flags['oidc-scope'],
    usernameClaim: flags['oidc-username-claim'] ?? 'sub',
    ...(prefix === undefined ? {} : { usernamePrefix: prefix === '-' ? '' : prefix }),
    groupsClaim: flags['oidc-groups-claim'] ?? 'groups',
    groupsPrefix: flags['oidc-groups-prefix'] ?? '',
    ...(authorityFile === undefined ? {} : { authorities: await textIn(authorityFile) }),
  }
}

async function proxyOf(flags: ServerFlags): Promise<SignInSettings['proxy']> {
  const { 'proxy-address': addresses, 'proxy-secret-file': file } = flags
  if (addresses.length === 0 && file === undefined) return undefined
  if (addresses.length === 0 || file === undefined) {
    throw new PlainError('give --proxy-address and --proxy-secret-file together')
  }
  return { addresses, secret: await textIn(file) }
}

function urlOf(flag: string, text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw new PlainError(`--${flag} ${text} is no URL`)
}

async function textIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new PlainError(`${file} cannot be read`, { cause })
  }
}
