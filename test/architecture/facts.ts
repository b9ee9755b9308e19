// The facts that the rules know of one file. Everything is read from the syntax tree; no file is ever run.

/** One file naming another file or a package. */
export interface Edge {
  readonly how: 'import' | 're-export' | 'dynamic import' | 'worker entry' | 'require'
  readonly specifier: string
  /** Erased before the program runs. */
  readonly typesOnly: boolean
  /** The imported names; `*` for all of them, none when the import is for its effects only. */
  readonly names: readonly string[]
  readonly line: number
}

/** A use of a name that the file does not declare. */
export interface GlobalUse {
  readonly name: string
  /** The form of the use as the tables of globals.ts write it. */
  readonly form: string
  readonly called: boolean
  /** Runs while the file is imported, not later in a function. */
  readonly atImport: boolean
  readonly line: number
}

/** Something in the file that a rule may object to, in words. */
export interface Remark {
  readonly text: string
  readonly line: number
}

/** A call, while the file is imported, of something that it imported. */
export interface ImportedCall {
  readonly name: string
  readonly specifier: string
  readonly line: number
}

/** Everything the rules know of one file. */
export interface Facts {
  readonly edges: readonly Edge[]
  readonly uses: readonly GlobalUse[]
  readonly importedCalls: readonly ImportedCall[]
  /** Statements that act while the file is imported. */
  readonly effects: readonly Remark[]
  readonly reExports: readonly Remark[]
  readonly defaultExports: readonly Remark[]
  /** Syntax errors, and imports whose target is only known at run time. */
  readonly unreadable: readonly Remark[]
  /** The beginning of every comment; several lines of `//` in a row are one. */
  readonly comments: readonly Remark[]
  readonly hashbang: boolean
}
