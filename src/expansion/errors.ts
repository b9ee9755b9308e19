export type ExpansionErrorCode =
  /** It is no package. */
  | 'bad-package'
  /** It is one and something in it is wrong; `problems` has all of it. */
  | 'problems'
  /** Its bytes are not those that were built. */
  | 'damaged'
  | 'too-large'
  /** A name that leads out of the package. */
  | 'unsafe-path'
  | 'not-verified'
  /** Something at the site is not as the package needs it. */
  | 'site'

/** A problem of a package, where it is. */
export interface PackageProblem {
  /** From the root of the package. */
  readonly file: string
  /** Counted from one; undefined when it is about the file as a whole. */
  readonly line?: number
  readonly message: string
  /** A warning does not keep anybody from using the package. */
  readonly level: 'error' | 'warning'
}

/** Something about an expansion is wrong. */
export class ExpansionError extends Error {
  override readonly name = 'ExpansionError'
  readonly code: ExpansionErrorCode
  readonly problems: readonly PackageProblem[]

  constructor(
    code: ExpansionErrorCode,
    message: string,
    options: ErrorOptions & { readonly problems?: readonly PackageProblem[] } = {},
  ) {
    super(message, options)
    this.code = code
    this.problems = options.problems ?? []
  }
}

/** A problem in one line: `FILE:LINE: MESSAGE`. */
export function problemText({ file, line, message }: PackageProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`
}
