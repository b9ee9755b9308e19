import { type Json, isJsonObject } from '../objects/json.ts'
import { type KubeObject, isKubeObject } from '../objects/kube-object.ts'
import { KubeError } from './errors.ts'
import { readJson } from './json.ts'
import type { Answer } from './send.ts'

/** The result of a write. */
export interface Written {
  readonly object: KubeObject
  /** The warnings of the server: deprecated kinds, unknown fields. */
  readonly warnings: readonly string[]
  /** Whether the object is new. */
  readonly created: boolean
}

/** The body of an answer that must be an object. */
export function objectOf(answer: Answer): KubeObject {
  const value: Json = readJson(answer.bytes)
  if (isKubeObject(value)) return value
  // Bindings, scales and tokens may have no metadata.
  if (isJsonObject(value) && typeof value['kind'] === 'string') {
    return { apiVersion: '', metadata: {}, ...value } as KubeObject
  }
  throw new KubeError('bad-answer', 'the answer of the server is not an object of Kubernetes')
}

/** The answer to a write. One that has only metadata is of the kind that was sent. */
export function writtenOf(answer: Answer, sent?: KubeObject): Written {
  const object = objectOf(answer)
  const isPartial = sent !== undefined && object.kind === 'PartialObjectMetadata'
  return {
    object: isPartial ? { ...object, apiVersion: sent.apiVersion, kind: sent.kind } : object,
    warnings: readWarnings(answer.header('warning')),
    created: answer.status === 201,
  }
}

/** The texts of Warning headers: `299 - "text"`, several of them with commas between. */
export function readWarnings(headers: readonly string[]): readonly string[] {
  return headers.flatMap((header) =>
    [...header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
      (text ?? '').replaceAll(/\\(.)/g, '$1'),
    ),
  )
}
