import { createHash, createHmac } from 'node:crypto'
import type { Credentials } from '../oci/auth/credentials.ts'
import type { TlsOptions } from '../oci/client/connect.ts'
import type { Trust } from './policy/judge.ts'

/** How a source is reached. A chart that was fetched with one access is never served to another. */
export interface SourceAccess {
  readonly trust: Trust
  readonly credentials?: Credentials | undefined
  readonly tls?: TlsOptions | undefined
  readonly passCredentialsAll?: boolean | undefined
}

/** A name for an access that may be written down: it tells nothing of a password, token or key. */
export function accessName(access: SourceAccess): string {
  const { credentials } = access
  const who = credentials?.kind === 'password' ? credentials.username : credentials?.kind
  return createHash('sha256')
    .update(JSON.stringify([plainPartOf(access), who]))
    .digest('hex')
    .slice(0, 32)
}

/**
 * The part of a cache that an access has for itself; empty where everybody has the same access. The secret
 * of the cache keeps a password from being guessed by it.
 */
export function cacheScope(access: SourceAccess, origin: string, secret: Uint8Array): string {
  const { trust, credentials, tls } = access
  const isPlain = credentials === undefined && Object.keys(tls ?? {}).length === 0
  if (isPlain) return trust === 'trusted' ? '' : trust
  return createHmac('sha256', secret)
    .update(JSON.stringify([plainPartOf(access), origin, credentials, tls?.key]))
    .digest('hex')
    .slice(0, 32)
}

function plainPartOf({ trust, tls = {}, passCredentialsAll = false }: SourceAccess) {
  const { insecureSkipVerify = false, ca, cert } = tls
  return [trust, insecureSkipVerify, ca, cert, passCredentialsAll]
}
