import type { LoggedChange } from './resumable-log.ts'

/** Pieces that are remembered; streams that are woken together ask for the same ones. */
const mostPieces = 16

/** Puts the texts of changes together for streams, once for all that tell the same. */
export class ChangeTexts {
  private readonly pieces: { readonly changes: readonly LoggedChange[]; readonly bytes: Buffer }[] =
    []

  /** The changes as they are sent. */
  bytesOf(changes: readonly LoggedChange[]): Uint8Array {
    const known = this.pieces.find((piece) => isSame(piece.changes, changes))
    if (known !== undefined) return known.bytes
    const bytes = Buffer.from(changes.map(({ text }) => text).join(''))
    this.pieces.unshift({ changes, bytes })
    if (this.pieces.length > mostPieces) this.pieces.pop()
    return bytes
  }
}

function isSame(some: readonly LoggedChange[], others: readonly LoggedChange[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at])
}
