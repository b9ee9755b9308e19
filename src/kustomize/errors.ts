export type KustomizeErrorCode =
  /** A kustomization, resource, patch or configuration that cannot be read. */
  | 'invalid'
  /** A file, folder or chart that is not there. */
  | 'missing'
  /** Something that a kustomization asks for is not to be had here: a program, a container, a path outside. */
  | 'refused'
  /** Too large, too deep, too many. */
  | 'limit'
  /** The kustomization contradicts its objects: two objects of one name, no target for a patch. */
  | 'conflict'

/** Why a kustomization cannot be built. The message names the file, what was wanted and what was found. */
export class KustomizeError extends Error {
  override readonly name = 'KustomizeError'
  readonly code: KustomizeErrorCode

  constructor(code: KustomizeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A chart of a repository. */
export interface ChartRequest {
  readonly repo: string
  readonly name: string
  /** Empty for the latest. */
  readonly version: string
}

/** Says that a build needs something from elsewhere that was not fetched yet; it is built again after that. */
export class RemoteNeeded extends KustomizeError {
  readonly url: string
  readonly as: 'file' | 'folder' | ChartRequest

  constructor(url: string, as: 'file' | 'folder' | ChartRequest) {
    super('missing', `${url} was not fetched`)
    this.url = url
    this.as = as
  }
}

/** The error with words before its message; what is not ours is passed on as the cause. */
export function within(words: string, error: unknown): KustomizeError {
  if (error instanceof RemoteNeeded) return error
  const code = error instanceof KustomizeError ? error.code : 'invalid'
  const message = error instanceof Error ? error.message : String(error)
  return new KustomizeError(code, `${words}: ${message}`, { cause: error })
}
