/** A folder that is built; what kustomize said is recorded, never typed. */
export interface KustomizeRow {
  /** A sentence about behaviour; unique in its file. */
  readonly name: string
  /** Files by path; `app` is the folder that is built. */
  readonly files: Readonly<Record<string, string>>
  /** Lists that are built in the order of files. */
  readonly reorder?: 'none'
}

/** The output of kustomize, or the first line of its error; ours fails with words of its own. */
export type KustomizeOutcome = { readonly output: string } | { readonly error: string }

/** A row whose kustomization is in `app`, with the files beside it. */
export function row(
  name: string,
  kustomization: string,
  files: Readonly<Record<string, string>> = {},
): KustomizeRow {
  const inApp = Object.entries(files).map(([path, text]) => [
    path.startsWith('../') ? path.slice(3) : `app/${path}`,
    text,
  ])
  return {
    name,
    files: { 'app/kustomization.yaml': kustomization, ...Object.fromEntries(inApp) },
  }
}
