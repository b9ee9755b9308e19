/** A value of a wrong type, in the words of Go's decoders. */
export class TypeFault extends Error {
  override readonly name = 'TypeFault'
  /** The text of the converter of strategic merge patches, which knows no path. */
  readonly short: string

  constructor(message: string, short: string) {
    super(message)
    this.short = short
  }
}
