/** A packaged chart that is to go somewhere. */
export interface Package {
  /** Of the file. */
  readonly name: string
  readonly archive: Uint8Array
  readonly provenance: Uint8Array | undefined
  readonly written: Date
}

/** Where it is to go, as the user said. */
export interface Target {
  readonly remote: string
  /** Whether the same version may be replaced. */
  readonly force: boolean
}

/** The message about a chart that has arrived. */
export interface Pushed {
  readonly text: string
  readonly value: Readonly<Record<string, string>>
}
