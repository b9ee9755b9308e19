/** How somebody proves who they are to one registry. */
export type Credentials =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** Exchanged for access tokens at the token server. */
  | { readonly kind: 'identity'; readonly token: string }
  /** Sent to the registry as it is. */
  | { readonly kind: 'bearer'; readonly token: string }

/** Looks credentials up when a registry asks for them. */
export type FindCredentials = (
  place: { readonly host: string; readonly repository: string | undefined },
  signal: AbortSignal,
) => Promise<Credentials | undefined>

/** The value of an Authorization header. It holds the password: never log it. */
export function basicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
