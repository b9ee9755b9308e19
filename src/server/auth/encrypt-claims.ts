import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose'
import type { Clock } from '../../std/clock.ts'

const issuer = 'outrigger'

export interface EncryptionOptions {
  /** 32 bytes that only this server knows. */
  readonly secret: Uint8Array
  readonly clock: Clock
}

/** Encrypts claims, so that nobody but this server reads or makes them. They hold for an audience and some seconds. */
export async function encryptClaims(
  { secret, clock }: EncryptionOptions,
  claims: JWTPayload,
  audience: string,
  seconds: number,
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .encrypt(secret)
}

/** The claims of a sealed text; undefined when it is of another key or audience, expired, or none at all. */
export async function decryptClaims<Claims extends JWTPayload>(
  { secret, clock }: EncryptionOptions,
  sealed: string,
  audience: string,
): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtDecrypt<Claims>(sealed, secret, {
      issuer,
      audience,
      currentDate: new Date(clock.now()),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload
  } catch {
    // It signs in nobody, whatever is wrong with it.
    return undefined
  }
}
