import { textAt } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleaseTarget } from '../release.ts'
import type { FittedRecord } from './codec/split-record.ts'
import { createOwn, listOwn, ownName, readOwn } from './own-secret.ts'
import type { PartsPointer } from './stub.ts'

const partType = 'outrigger.dev/release-part.v1'
const digestDigits = 12

/**
 * Writes the parts that are not there yet. Their names follow from what they hold, so that those of an earlier state stay
 * whole until the record points to these.
 */
export async function writeParts(
  target: ReleaseTarget,
  revision: number,
  { pointer, parts }: NonNullable<FittedRecord['rest']>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const there = new Set(await listOwn(target, revision, signal))
  const names = partNames(target.name, revision, pointer)
  await Promise.all(
    parts.map(async (part, at) => {
      if (there.has(names[at] ?? '')) return
      const own = { suffix: suffixOf(pointer, at), type: partType, data: { part } }
      await createOwn(target, revision, own, signal)
    }),
  )
  return names
}

/** Reads the parts of a revision. */
export async function readParts(
  target: ReleaseTarget,
  revision: number,
  pointer: PartsPointer,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  return Promise.all(
    Array.from({ length: pointer.parts }, async (_, at) => {
      const secret = await readOwn(target, revision, suffixOf(pointer, at), signal)
      const part = textAt(secret, ['data', 'part'])
      if (part !== '') return Buffer.from(part, 'base64')
      const what = `part ${at + 1} of ${pointer.parts} of revision ${revision} of ${target.name}`
      throw new ReleaseError('incomplete', `${what} is not there`)
    }),
  )
}

/** Whether a Secret of ours is a part that a record no longer points to. */
export function isOldPart(
  found: string,
  name: string,
  revision: number,
  pointer: PartsPointer | undefined,
): boolean {
  if (!found.startsWith(ownName(name, revision, '.'))) return false
  return pointer === undefined || !partNames(name, revision, pointer).includes(found)
}

function partNames(name: string, revision: number, pointer: PartsPointer): string[] {
  return Array.from({ length: pointer.parts }, (_, at) =>
    ownName(name, revision, suffixOf(pointer, at)),
  )
}

function suffixOf({ digest }: PartsPointer, at: number): string {
  return `.${digest.slice(0, digestDigits)}.${at}`
}
