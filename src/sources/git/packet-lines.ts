import { SourceError } from '../errors.ts'

/** The lines of git's wire format: four hexadecimal digits of length, then that much. */
export function* readPackets(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at + 4 <= bytes.length;) {
    const digits = Buffer.from(bytes.buffer, bytes.byteOffset + at, 4).toString('latin1')
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
    // Below four are marks without content.
    const end = length < 4 ? at + 4 : at + length
    if (Number.isNaN(length) || end > bytes.length) {
      throw new SourceError('bad-git', 'the git server answered with a broken line')
    }
    if (length > 4) yield bytes.subarray(at + 4, end)
    at = end
  }
}

/** The pack in the answer of a server, and what it says went wrong. */
export function packOf(answer: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (const packet of readPackets(answer)) {
    const band = packet[0]
    if (band === 1) parts.push(packet.subarray(1))
    else if (band === 3 || startsWithError(packet)) throw told(packet)
  }
  return Buffer.concat(parts)
}

function startsWithError(packet: Uint8Array): boolean {
  return Buffer.from(packet.subarray(0, 4)).toString('latin1') === 'ERR '
}

function told(packet: Uint8Array): SourceError {
  const text = Buffer.from(packet.subarray(packet[0] === 3 ? 1 : 4, 500)).toString()
  const shown = text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return new SourceError('bad-git', `the git server says: ${shown}`)
}
