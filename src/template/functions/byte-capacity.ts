import { allocatedBytes } from './allocation.ts'

// As lists do, bytes have room behind their end in Go, which Sprig's slice lets templates see.

interface Room {
  /** The bytes that these were cut from, or themselves. */
  readonly behind: Uint8Array
  /** Where in them these start. */
  readonly start: number
  readonly capacity: number
}

const rooms = new WeakMap<Uint8Array, Room>()

/** Marks bytes as having this capacity. */
export function withByteCapacity(bytes: Uint8Array, capacity: number): Uint8Array {
  rooms.set(bytes, { behind: bytes, start: 0, capacity })
  return bytes
}

/** Marks bytes as a copy that Go made of a string or of other bytes. */
export function asCopiedBytes(bytes: Uint8Array): Uint8Array {
  return withByteCapacity(bytes, allocatedBytes(bytes.length, false))
}

/** Marks new bytes as made with the capacity of others. */
export function withByteCapacityOf(bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const room = rooms.get(other)
  return room === undefined ? bytes : withByteCapacity(bytes, room.capacity)
}

/** The bytes from one place to another, which may be beyond their end; undefined beyond their room. */
export function cutBytes(bytes: Uint8Array, from: bigint, to: bigint): Uint8Array | undefined {
  const room = rooms.get(bytes) ?? { behind: bytes, start: 0, capacity: bytes.length }
  if (from < 0n || to < from || to > BigInt(room.capacity)) return undefined
  const start = room.start + Number(from)
  const part = new Uint8Array(Number(to - from))
  part.set(room.behind.subarray(start, start + part.length))
  rooms.set(part, { ...room, start, capacity: room.capacity - Number(from) })
  return part
}
