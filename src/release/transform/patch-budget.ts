import { type Value, isList, isMap, itemsOf } from '../../formats/value.ts'
import type { Json } from '../../objects/json.ts'
import { ReleaseError } from '../errors.ts'

/**
 * Parts of values that the patches of one release may read and write: itself, what is in it, and every 32
 * characters of text. Patches are a tenant's, and what applies them keeps watches and leases meanwhile:
 * this many take some tenths of a second.
 */
const mostParts = 3_000_000
const charactersPerPart = 32

/** Parts that looking whether a patch is for an object is counted as: it matches patterns. */
export const partsPerMatch = 10

/** Counts what patches take, before they take it. */
export class PatchBudget {
  #left = mostParts

  /** Pays for a number of parts. */
  spend(parts: number): void {
    this.#left -= parts
    if (this.#left >= 0) return
    throw new ReleaseError(
      'bad-patch',
      `the patches take more work than is allowed: ${mostParts} parts of objects and of patches, all together; name fewer objects or copy less`,
    )
  }

  /** Pays for what YAML gave, before it is written anywhere: aliases make much of little. */
  spendYaml(value: Value): void {
    if (typeof value === 'string') return this.spend(1 + value.length / charactersPerPart)
    this.spend(1)
    if (isMap(value))
      for (const [name, item] of value) {
        this.spend(name.length / charactersPerPart)
        this.spendYaml(item)
      }
    else if (isList(value)) for (const item of itemsOf(value)) this.spendYaml(item)
  }

  /** Pays for a value; counts no further than there is something left. */
  spendValue(value: Json): void {
    if (typeof value === 'string') return this.spend(1 + value.length / charactersPerPart)
    this.spend(1)
    if (Array.isArray(value)) for (const item of value as readonly Json[]) this.spendValue(item)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        this.spend(name.length / charactersPerPart)
        this.spendValue(item)
      }
  }
}
