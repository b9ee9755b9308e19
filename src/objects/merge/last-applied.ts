import { byteLength } from '../../formats/go-string.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { parseJson, printCanonicalJson } from '../json-text.ts'
import { annotationsOf, readPath, textAt } from '../kube-object.ts'
import type { SchemaType } from '../schema/schema-type.ts'
import { writePath } from '../write-path.ts'
import { compareTyped } from './compare.ts'
import { differenceOf, type FieldSet } from './field-set.ts'
import { fieldSetOfValue } from './field-set-of-value.ts'
import { whyInvalid } from './validate.ts'

/** Where `kubectl apply` keeps what it applied from the client's side. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'

/** All annotations together may have this many bytes. */
const maxAnnotations = 256 * 1024

/**
 * The fields that client-side apply wrote and that are still as it wrote them: kubectl may take these
 * over without force. Undefined when the annotation does not say.
 */
export function fieldsLastApplied(live: JsonObject, type: SchemaType): FieldSet | undefined {
  const applied = parseLastApplied(live)
  if (applied === undefined) return undefined
  if (textAt(applied, ['apiVersion']) !== textAt(live, ['apiVersion'])) return undefined
  if (whyInvalid(live, type, 'refused') ?? whyInvalid(applied, type, 'refused')) return undefined
  const { modified, added, removed } = compareTyped(applied, live, type)
  const fields = fieldSetOfValue(applied, type)
  return differenceOf(differenceOf(differenceOf(fields, modified), added), removed)
}

/** The object with the annotation brought up to date with what was applied, where it has one. */
export function syncLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if ((annotationsOf(object)[lastAppliedAnnotation] ?? '') === '') return object
  const path = ['metadata', 'annotations', lastAppliedAnnotation]
  const text = `${printCanonicalJson(writePath(config, path, undefined))}\n`
  const changed = writePath(object, path, text)
  return sizeOf(annotationsOf(changed)) > maxAnnotations
    ? writePath(object, path, undefined)
    : changed
}

// The object that client-side apply wrote last.
function parseLastApplied(live: JsonObject): JsonObject | undefined {
  const text = readPath(live, ['metadata', 'annotations', lastAppliedAnnotation])
  if (typeof text !== 'string' || text === '') return undefined
  try {
    const applied = parseJson(text)
    return isJsonObject(applied) ? applied : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function sizeOf(annotations: Readonly<Record<string, string>>): number {
  const sizes = Object.entries(annotations).map(([name, text]) => byteLength(name + text))
  return sizes.reduce((total, size) => total + size, 0)
}
