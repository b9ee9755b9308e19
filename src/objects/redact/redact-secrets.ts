import { decodeBase64 } from '../../formats/base64.ts'
import { fromBytes } from '../../formats/go-string.ts'
import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../json.ts'
import { lastAppliedAnnotation } from '../merge/last-applied.ts'
import { listAt, readPath } from '../kube-object.ts'
import { writePath } from '../write-path.ts'

/** The text that takes the place of a secret. */
export const redacted = '***'

/** Values shorter than this are not looked for elsewhere: they would be found everywhere. */
const shortestRepeated = 5

const lastApplied = ['metadata', 'annotations', lastAppliedAnnotation]

/** An object whose secrets cannot be read: those of Secrets, also inside of lists. */
export function redactObject(object: JsonObject): JsonObject {
  const items = fieldOf(object, 'items')
  if (isJsonList(items))
    return {
      ...object,
      items: items.map((item) => (isJsonObject(item) ? redactObject(item) : item)),
    }
  return isSecret(object) ? redactFields(object, () => redacted) : object
}

/**
 * Two states of an object for showing how they differ: a value that changed is marked as such, so
 * that the difference is seen without the values.
 */
export function redactPair(
  before: JsonObject,
  after: JsonObject,
): { readonly before: JsonObject; readonly after: JsonObject } {
  return {
    before: isSecret(before) ? redactFields(before, mark(after, 'before')) : before,
    after: isSecret(after) ? redactFields(after, mark(before, 'after')) : after,
  }
}

function mark(other: JsonObject, note: string): Replace {
  return (path, value) =>
    equalJson(readPath(other, path), value) ? redacted : `${redacted} (${note})`
}

/** The texts in Secrets that must not be seen elsewhere either, as they are and in base64. */
export function secretTexts(objects: readonly JsonObject[]): readonly string[] {
  const found = new Set<string>()
  for (const object of objects) {
    for (const text of secretTexts(listAt(object, ['items']).filter(isJsonObject))) found.add(text)
    if (!isSecret(object)) continue
    for (const text of textsIn(object, 'data'))
      for (const form of [text, decode(text)]) found.add(form)
    for (const text of textsIn(object, 'stringData')) found.add(text)
  }
  const lines = [...found].flatMap((text) => [text, ...text.split('\n').map((line) => line.trim())])
  const long = [...new Set(lines)].filter((text) => text.length >= shortestRepeated)
  // The longest first: one may be a part of another.
  return long.toSorted((a, b) => b.length - a.length)
}

/** A text without the secrets. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, redacted), text)
}

/** Any value without the secrets in its texts and names. */
export function redactRepeats(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return redactText(value, secrets)
  if (isJsonList(value)) return value.map((item) => redactRepeats(item, secrets))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      redactText(name, secrets),
      redactRepeats(inner, secrets),
    ]),
  )
}

function isSecret(object: JsonObject): boolean {
  return fieldOf(object, 'kind') === 'Secret' && fieldOf(object, 'apiVersion') === 'v1'
}

type Replace = (path: readonly string[], value: Json) => string

function redactFields(object: JsonObject, replace: Replace): JsonObject {
  let left = object
  for (const name of ['data', 'stringData']) {
    const values = fieldOf(object, name)
    if (isJsonObject(values))
      for (const [key, value] of Object.entries(values))
        left = writePath(left, [name, key], replace([name, key], value))
    else if (values !== undefined && values !== null)
      left = writePath(left, [name], replace([name], values))
  }
  const applied = readPath(object, lastApplied)
  return applied === undefined ? left : writePath(left, lastApplied, replace(lastApplied, applied))
}

function textsIn(object: JsonObject, name: string): readonly string[] {
  const values = fieldOf(object, name)
  if (!isJsonObject(values)) return []
  return Object.values(values).filter((value) => typeof value === 'string')
}

function decode(text: string): string {
  try {
    return fromBytes(decodeBase64(text.replaceAll(/\s/g, '')))
  } catch {
    // A text that is not base64 is a secret as it stands.
    return text
  }
}
