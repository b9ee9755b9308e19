import type { Regexp } from '../regexp.ts'
import type { Value } from '../value.ts'
import type { Decimal } from './numbers/decimal.ts'
import type { DraftVersion } from './drafts.ts'
import type { FormatCheck } from './format/format.ts'
import type { JsonType } from './json-type.ts'
import { type Location, locationText } from './pointer.ts'

/** A whole number and the keyword that limits it, such as `minItems`. */
export type CountKeyword =
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'

export type BoundKeyword =
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'

/** `additionalProperties: false` reports names, while a schema that is false reports each value. */
export type Additional = boolean | Schema

// Shared by all schemas without a keyword, because there may be many.
const nothing = new Map<never, never>()
const none: readonly never[] = []

/**
 * A schema ready for use. Schemas refer to each other in circles, so one is made first and filled
 * when its turn comes; nothing changes once all are compiled.
 */
export class Schema {
  readonly location: Location
  version: DraftVersion = 2020
  /** The schema of the resource that this one is in. */
  resource: Schema = this
  /** Of a resource: the schemas that a `$dynamicRef` may find. */
  dynamicAnchors: ReadonlyMap<string, Schema> = nothing

  /** The answer of a schema without keywords for every value. */
  verdict: boolean | undefined
  ref: Schema | undefined
  recursiveRef: Schema | undefined
  isRecursiveAnchor = false
  dynamicRef: { readonly schema: Schema; readonly anchor: string } | undefined
  dynamicAnchor = ''

  types: ReadonlySet<JsonType> | undefined
  const: { readonly value: Value } | undefined
  enum: readonly Value[] | undefined
  format: FormatCheck | undefined

  not: Schema | undefined
  allOf: readonly Schema[] = none
  anyOf: readonly Schema[] = none
  oneOf: readonly Schema[] = none
  /** `if`, and what holds then or else. */
  condition: Schema | undefined
  whenMet: Schema | undefined
  whenNotMet: Schema | undefined

  counts: ReadonlyMap<CountKeyword, number> = nothing
  bounds: ReadonlyMap<BoundKeyword, Decimal> = nothing
  pattern: Regexp | undefined

  required: readonly string[] = none
  properties: ReadonlyMap<string, Schema> = nothing
  patternProperties: readonly (readonly [Regexp, Schema])[] = none
  additionalProperties: Additional | undefined
  propertyNames: Schema | undefined
  dependencies: ReadonlyMap<string, readonly string[] | Schema> = nothing
  dependentRequired: ReadonlyMap<string, readonly string[]> = nothing
  dependentSchemas: ReadonlyMap<string, Schema> = nothing
  unevaluatedProperties: Schema | undefined

  /** `prefixItems`, or `items` with a list before 2020-12. */
  prefixItems: readonly Schema[] = none
  /** `items` with one schema. */
  items: Schema | undefined
  additionalItems: Additional | undefined
  contains: Schema | undefined
  minContains: number | undefined
  maxContains: number | undefined
  isUnique = false
  unevaluatedItems: Schema | undefined

  constructor(location: Location) {
    this.location = location
  }

  /** The location as messages show it. */
  get text(): string {
    return locationText(this.location)
  }

  /** Whether every member of an object is looked at by its own keywords. */
  get evaluatesProperties(): boolean {
    return this.additionalProperties !== undefined
  }

  /** Whether every item of a list is looked at by its own keywords. */
  get evaluatesItems(): boolean {
    return this.items !== undefined || this.additionalItems !== undefined
  }
}
