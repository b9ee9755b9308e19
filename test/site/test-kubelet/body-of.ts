import type { JsonObject } from '../../../src/objects/json.ts'

/** The object that a server answered with. */
export function bodyOf({ bytes }: { readonly bytes: Uint8Array }): JsonObject {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject
}
