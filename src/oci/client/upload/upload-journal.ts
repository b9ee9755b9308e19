import type { Digest } from '../../digest.ts'

/** An upload of a blob to a repository. */
export interface UploadKey {
  readonly host: string
  readonly repository: string
  readonly digest: Digest
}

/** Remembers where uploads stand, so that another process can take them up. */
export interface UploadJournal {
  /** The location that the registry gave last. */
  readonly find: (key: UploadKey, signal: AbortSignal) => Promise<string | undefined>
  readonly note: (key: UploadKey, location: string, signal: AbortSignal) => Promise<void>
  readonly forget: (key: UploadKey) => Promise<void>
}
