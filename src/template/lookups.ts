import type { Value } from '../formats/value.ts'

/** A question of a template to `lookup`. An empty name asks for the list of all. */
export interface LookupQuery {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** The answer of the cluster: an object (an empty map when there is none), or Helm's error text. */
export type LookupAnswer = { readonly value: Value } | { readonly error: string }

/** Answers by lookupKey. */
export type Lookups = ReadonlyMap<string, LookupAnswer>

/** The key of a query in a Lookups map. */
export function lookupKey(query: LookupQuery): string {
  return JSON.stringify([query.apiVersion, query.kind, query.namespace, query.name])
}
