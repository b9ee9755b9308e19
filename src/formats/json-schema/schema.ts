import type { Regexp } from '../regexp.ts'
import type { Value } from '../value.ts'
import type { Decimal } from './decimal.ts'
import type { DraftVersion } from './drafts.ts'
import type { FormatCheck } from './format.ts'
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
  readonly dynamicAnchors = new Map<string, Schema>()

  /** What a schema without keywords says about every value. */
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
  allOf: readonly Schema[] = []
  anyOf: readonly Schema[] = []
  oneOf: readonly Schema[] = []
  /** `if`, and what holds then or else. */
  condition: Schema | undefined
  whenMet: Schema | undefined
  whenNotMet: Schema | undefined

  readonly counts = new Map<CountKeyword, number>()
  readonly bounds = new Map<BoundKeyword, Decimal>()
  pattern: Regexp | undefined

  required: readonly string[] = []
  properties: ReadonlyMap<string, Schema> = new Map()
  patternProperties: readonly (readonly [Regexp, Schema])[] = []
  additionalProperties: Additional | undefined
  propertyNames: Schema | undefined
  dependencies: ReadonlyMap<string, readonly string[] | Schema> = new Map()
  dependentRequired: ReadonlyMap<string, readonly string[]> = new Map()
  dependentSchemas: ReadonlyMap<string, Schema> = new Map()
  unevaluatedProperties: Schema | undefined

  /** `prefixItems`, or `items` with a list before 2020-12. */
  prefixItems: readonly Schema[] = []
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
