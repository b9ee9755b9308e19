import type { JsonObject } from '../../objects/json.ts'
import type { Draft } from './draft.ts'
import type { Resource } from './resource.ts'
import type { Strategy } from './strategy.ts'
import type { PrinterColumn } from './table.ts'

/** A resource in one version, with everything that serving it takes. */
export interface Served {
  readonly resource: Resource
  readonly apiVersion: string
  /** Where its objects are stored; the same for all versions. */
  readonly bucket: string
  /** The API version in which objects are stored. */
  readonly storedApiVersion: string
  readonly strategy: Strategy
  readonly isCustom: boolean
  /** Turns what is stored into this version; undefined where only the name of the version differs. */
  readonly fromStored?: (object: JsonObject) => JsonObject
  readonly toStored?: (draft: Draft) => Draft
  readonly columns: readonly PrinterColumn[]
}

/** The name of an object in its bucket. */
export function storedName(served: Served, namespace: string, name: string): string {
  return served.resource.namespaced ? `${namespace}/${name}` : name
}
