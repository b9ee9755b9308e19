import type { ManagedKind } from '../../objects/merge/field-manager.ts'
import type { SchemaType } from '../../objects/schema/schema-type.ts'
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
  /** How fields of the object, or of a part of it, are owned; undefined when they are not. */
  readonly managed: (subresource: string) => ManagedKind | undefined
  /** The schema for strategic merge patches; custom kinds do not know them. */
  readonly type: SchemaType | undefined
  /** Turns what is stored into this version; undefined where only the name of the version differs. */
  readonly fromStored?: (object: JsonObject) => JsonObject
  readonly toStored?: (draft: Draft) => Draft
  readonly columns: readonly PrinterColumn[]
  /** The declared schema of a custom kind. */
  readonly schema?: JsonObject
  /** The warning for users of this version. */
  readonly deprecation?: string
  /** Another warning for all users of it. */
  readonly notice?: string
  /** When its definition was last changed; what was stored before is brought into its form when read. */
  readonly changed?: number
  /** Since which revision it is served; nothing before that can be watched. */
  readonly since?: number
  /** Where the scale subresource finds its numbers. */
  readonly scale?: ScalePaths
}

export interface ScalePaths {
  readonly spec: readonly string[]
  readonly status: readonly string[]
  /** Where the selector stands as a text or as an object. */
  readonly selector?: readonly string[]
}

/** The name of an object in its bucket. */
export function storedName(served: Served, namespace: string, name: string): string {
  return served.resource.namespaced ? `${namespace}/${name}` : name
}
