/** The most that a kustomization may use. */
export const limits = {
  /** Nodes of one document, aliases counted each time they are used. */
  nodes: 2_000_000,
  /** Bytes of one file. */
  fileBytes: 32 * 1024 * 1024,
  /** Bytes of all files of one build. */
  totalBytes: 256 * 1024 * 1024,
  /** Kustomizations inside kustomizations. */
  depth: 64,
  /** Kustomizations of one build, counted each time they are used. */
  kustomizations: 10_000,
  /** Repositories and files that are loaded from elsewhere. */
  remoteLoads: 64,
  /** Characters that variables of `values` make of a build, those that they are made from included. */
  substitutedCharacters: 64 * 1024 * 1024,
} as const
