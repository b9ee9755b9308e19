import type { JsonObject } from '../../objects/json.ts'

export type DraftValue = null | boolean | number | bigint | string | Draft | DraftValue[]

/**
 * An object while it is being made: ours alone, so it may be changed in place. An object fresh from
 * a parser is a draft; a stored one has to be copied first.
 */
export interface Draft {
  [field: string]: DraftValue
}

/** A copy that may be changed. */
export function draftOf(object: JsonObject): Draft {
  return copy(object as Draft) as Draft
}

function copy(value: DraftValue): DraftValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy)
  const fields: Draft = {}
  for (const name of Object.keys(value)) setField(fields, name, copy(value[name] ?? null))
  return fields
}

/** Sets a field, whatever its name. */
export function setField(draft: Draft, name: string, value: DraftValue): void {
  if (name === '__proto__') {
    Object.defineProperty(draft, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  } else draft[name] = value
}

/** The object in a field; undefined when something else is there. */
export function childOf(draft: Draft | undefined, name: string): Draft | undefined {
  const value = draft !== undefined && Object.hasOwn(draft, name) ? draft[name] : undefined
  return isDraft(value) ? value : undefined
}

/** The object in a field, put there when nothing is. */
export function ensureChild(draft: Draft, name: string): Draft {
  const known = childOf(draft, name)
  if (known !== undefined) return known
  const made: Draft = {}
  setField(draft, name, made)
  return made
}

/** The objects in a list field; none when there is no list. */
export function itemsOf(draft: Draft | undefined, name: string): readonly Draft[] {
  const value = draft?.[name]
  return Array.isArray(value) ? value.filter(isDraft) : []
}

export function isDraft(value: DraftValue | undefined): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text in a field; empty when something else is there. */
export function textIn(draft: Draft | undefined, name: string): string {
  const value = draft?.[name]
  return typeof value === 'string' ? value : ''
}
