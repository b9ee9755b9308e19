/** A certificate and its key, in PEM. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

/** The credential that proves to the server who we are, at this moment. */
export interface Credential {
  /** The value of the Authorization header. */
  readonly authorization?: string
  readonly certificate?: ClientCertificate
}

/** Where credentials come from: they may be read again, renewed or asked of a program. */
export interface Credentials {
  readonly current: (signal: AbortSignal) => Promise<Credential>
  /** The server did not accept this one. Says whether there may be a better one now. */
  readonly refused: (credential: Credential) => boolean
}

/** Credentials that never change. */
export function fixedCredentials(credential: Credential): Credentials {
  return { current: async () => credential, refused: () => false }
}
