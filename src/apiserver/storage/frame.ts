import { crc32 } from 'node:zlib'

// A frame is what one sync made durable: magic, length and checksum before the bytes. The checksum
// covers the length too, so that neither zeros nor an old tail can pass for a frame.

const magic = 'ORL1'
const headerSize = 12

/** Room for a frame with a payload of so many bytes; the payload begins at `payloadStart`. */
export function emptyFrame(payloadLength: number): Buffer {
  const frame = Buffer.allocUnsafe(headerSize + payloadLength)
  frame.write(magic)
  frame.writeUInt32LE(payloadLength, 4)
  return frame
}

export const payloadStart = headerSize

/** Writes the checksum of a frame whose payload is complete. */
export function sealFrame(frame: Buffer): Buffer {
  frame.writeUInt32LE(checksum(frame), 8)
  return frame
}

/** The payload of the frame at an offset and where the next one begins; undefined when none is whole there. */
export function readFrame(
  bytes: Buffer,
  offset: number,
): { readonly payload: Buffer; readonly next: number } | undefined {
  if (offset + headerSize > bytes.length) return undefined
  if (bytes.toString('latin1', offset, offset + 4) !== magic) return undefined
  const next = offset + headerSize + bytes.readUInt32LE(offset + 4)
  if (next > bytes.length) return undefined
  const frame = bytes.subarray(offset, next)
  if (frame.readUInt32LE(8) !== checksum(frame)) return undefined
  return { payload: frame.subarray(headerSize), next }
}

/** Whether a whole frame begins anywhere after the offset. */
export function hasFrameAfter(bytes: Buffer, offset: number): boolean {
  for (let at = bytes.indexOf(magic, offset + 1); at !== -1; at = bytes.indexOf(magic, at + 1)) {
    if (readFrame(bytes, at) !== undefined) return true
  }
  return false
}

function checksum(frame: Buffer): number {
  return crc32(frame.subarray(headerSize), crc32(frame.subarray(4, 8)))
}
