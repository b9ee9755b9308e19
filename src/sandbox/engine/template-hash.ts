import { type Json, isJsonList, isJsonObject } from '../../objects/json.ts'

// Letters and digits that make no words, as Kubernetes makes names from.
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * A short name for a template: of the same form as Kubernetes' own (FNV of 32 bits, its digits written with safe
 * letters), but not the same, because that one is over a print of Go structs.
 */
export function templateHash(template: Json, collisions: number): string {
  let hash = 0x81_1c_9d_c5
  for (const character of canonical(template) + (collisions > 0 ? collisions : '')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01_00_01_93) >>> 0
  }
  return [...String(hash)]
    .map((digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length))
    .join('')
}

function canonical(value: Json): string {
  if (isJsonList(value)) return `[${value.map(canonical).join()}]`
  if (!isJsonObject(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
  const fields = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`)
  return `{${fields.join()}}`
}
