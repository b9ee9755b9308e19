import { quote } from '../quote.ts'
import { type Regexp, RegexpError } from '../regexp.ts'
import { type Decimal, isWhole, toInt64 } from './numbers/decimal.ts'
import type { Resource, SchemaDocument } from './document.ts'
import { hasVocabulary } from './drafts.ts'
import { JsonSchemaError } from './errors.ts'
import { formatNamed } from './format/format.ts'
import { decimalOf, isNumber } from './numbers/json-number.ts'
import { asArray, asObject, type JsonObject, type JsonType, typeNames } from './json-type.ts'
import { type Location, locationText, pointerTo } from './pointer.ts'
import { splitFragment } from './reference.ts'
import type { Additional, BoundKeyword, CountKeyword, Schema } from './schema.ts'
import type { Value } from '../value.ts'

/** Where a schema gets the others that it names. */
export interface SchemaFinder {
  /** The schema at a place, which is compiled later. */
  schemaAt(location: Location): Schema
  /** The schema that a reference leads to. */
  refer(document: SchemaDocument, base: string, reference: string): Schema
  /** Whether a schema of this resource checks formats. */
  checksFormats(resource: Resource): boolean
  /** Throws a RegexpError where the source is no regular expression. */
  compilePattern(source: string): Regexp
}

/** An object with keywords, and what they are read with. */
export interface KeywordSource {
  readonly object: JsonObject
  readonly document: SchemaDocument
  readonly resource: Resource
  readonly finder: SchemaFinder
}

const countKeywords: readonly CountKeyword[] = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]

const boundKeywords: readonly BoundKeyword[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]

// Shared by the many schemas that lack a keyword.
const nothing = new Map<never, never>()
const none: readonly never[] = []

/** Keywords that are read together. */
type Group = 'applicator' | 'assertion' | 'number' | 'format' | '6' | '7' | '2019' | '2020'

const groups: Readonly<Record<Group, readonly string[]>> = {
  applicator: [
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'items',
    'additionalItems',
    'properties',
    'patternProperties',
    'additionalProperties',
    'dependencies',
  ],
  assertion: ['type', 'enum', 'pattern', 'uniqueItems', 'required'],
  number: [...countKeywords, ...boundKeywords],
  format: ['format'],
  '6': ['contains', 'propertyNames', 'const'],
  '7': ['if'],
  '2019': [
    '$recursiveRef',
    '$recursiveAnchor',
    'minContains',
    'maxContains',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
  '2020': ['$dynamicRef', '$dynamicAnchor', 'prefixItems', 'items'],
}

/** The groups that each keyword is in. */
const groupsOf = Map.groupBy(
  Object.entries(groups).flatMap(([group, keywords]) =>
    keywords.map((keyword) => ({ group: group as Group, keyword })),
  ),
  ({ keyword }) => keyword,
)

/** Most schemas have a few keywords of a few groups: the others are not looked for. */
function groupsIn(object: JsonObject): ReadonlySet<Group> {
  const found = new Set<Group>()
  for (const keyword of object.keys())
    for (const { group } of groupsOf.get(keyword) ?? none) found.add(group)
  return found
}

/** Fills a schema from its keywords. A keyword with a value of the wrong type counts for nothing. */
export function compileKeywords(schema: Schema, source: KeywordSource): void {
  const { version } = schema
  const found = groupsIn(source.object)
  schema.ref = referred(source, '$ref')
  // Early drafts ignore what stands beside a reference; of later additions the library forgets that.
  if (schema.ref === undefined || version >= 2019) {
    if (found.has('applicator') && has(source, 'applicator')) compileApplicators(schema, source)
    if (has(source, 'validation')) {
      if (found.has('assertion')) compileAssertions(schema, source)
      if (found.has('number')) compileNumbers(schema, source)
    }
    if (found.has('format') && source.finder.checksFormats(source.resource)) {
      schema.format = formatNamed(textOf(source, 'format') ?? '')
    }
  }
  if (version >= 6 && found.has('6')) compileDraft6(schema, source)
  if (version >= 7 && found.has('7')) compileConditions(schema, source)
  if (version >= 2019 && found.has('2019')) compileDraft2019(schema, source)
  if (version >= 2020 && found.has('2020')) compileDraft2020(schema, source)
}

function has(source: KeywordSource, vocabulary: string): boolean {
  return hasVocabulary(source.resource.dialect, vocabulary)
}

function compileApplicators(schema: Schema, source: KeywordSource): void {
  schema.allOf = listOf(schema, source, 'allOf')
  schema.anyOf = listOf(schema, source, 'anyOf')
  schema.oneOf = listOf(schema, source, 'oneOf')
  schema.not = below(schema, source, 'not')
  if (schema.version < 2020) compileEarlyItems(schema, source)
  schema.properties = mapOf(schema, source, 'properties')
  const patterns = mapOf(schema, source, 'patternProperties')
  if (patterns.size > 0) {
    schema.patternProperties = [...patterns].map(([pattern, subschema]) => {
      return [regexpFor(schema, source, 'patternProperties', pattern), subschema]
    })
  }
  schema.additionalProperties = additional(schema, source, 'additionalProperties')
  schema.dependencies = membersOf(source, 'dependencies', (name, value) => {
    const names = asArray(value)?.filter(isText)
    return names ?? belowAt(schema, source, 'dependencies', name)
  })
}

function compileEarlyItems(schema: Schema, source: KeywordSource): void {
  if (asArray(source.object.get('items')) === undefined) {
    schema.items = below(schema, source, 'items')
    return
  }
  schema.prefixItems = listOf(schema, source, 'items')
  schema.additionalItems = additional(schema, source, 'additionalItems')
}

function compileAssertions(schema: Schema, source: KeywordSource): void {
  const { object } = source
  schema.types = typesOf(object.get('type'))
  schema.enum = asArray(object.get('enum'))
  const pattern = textOf(source, 'pattern')
  if (pattern !== undefined) schema.pattern = regexpFor(schema, source, 'pattern', pattern)
  schema.isUnique = object.get('uniqueItems') === true
  schema.required = textsOf(object.get('required'))
}

function compileNumbers(schema: Schema, source: KeywordSource): void {
  schema.counts = numbersFor(countKeywords, (keyword) => countOf(source, keyword))
  schema.bounds = boundsOf(source)
}

function boundsOf(source: KeywordSource): Schema['bounds'] {
  // In draft 4 `exclusiveMinimum: true` turns the minimum into one.
  const isAbove = source.object.get('exclusiveMinimum') === true
  const isBelow = source.object.get('exclusiveMaximum') === true
  return numbersFor(boundKeywords, (keyword) => {
    switch (keyword) {
      case 'minimum':
        return isAbove ? undefined : numberOf(source, keyword)
      case 'maximum':
        return isBelow ? undefined : numberOf(source, keyword)
      case 'exclusiveMinimum':
        return numberOf(source, isAbove ? 'minimum' : keyword)
      case 'exclusiveMaximum':
        return numberOf(source, isBelow ? 'maximum' : keyword)
      default:
        return numberOf(source, keyword)
    }
  })
}

/** The keywords that have a number, in the order of messages. */
function numbersFor<Keyword, Result>(
  keywords: readonly Keyword[],
  read: (keyword: Keyword) => Result | undefined,
): ReadonlyMap<Keyword, Result> {
  let found: Map<Keyword, Result> | undefined
  for (const keyword of keywords) {
    const number = read(keyword)
    if (number !== undefined) found = (found ?? new Map<Keyword, Result>()).set(keyword, number)
  }
  return found ?? nothing
}

function compileDraft6(schema: Schema, source: KeywordSource): void {
  if (has(source, 'applicator')) {
    schema.contains = below(schema, source, 'contains')
    schema.propertyNames = below(schema, source, 'propertyNames')
  }
  if (has(source, 'validation') && source.object.has('const')) {
    schema.const = { value: source.object.get('const') }
  }
}

function compileConditions(schema: Schema, source: KeywordSource): void {
  if (!has(source, 'applicator')) return
  schema.condition = below(schema, source, 'if')
  if (schema.condition === undefined) return
  const verdict = source.object.get('if')
  if (verdict !== false) schema.whenMet = below(schema, source, 'then')
  if (verdict !== true) schema.whenNotMet = below(schema, source, 'else')
}

function compileDraft2019(schema: Schema, source: KeywordSource): void {
  schema.recursiveRef = referred(source, '$recursiveRef')
  schema.isRecursiveAnchor = source.object.get('$recursiveAnchor') === true
  if (has(source, 'validation')) {
    if (schema.contains !== undefined) {
      schema.minContains = countOf(source, 'minContains')
      schema.maxContains = countOf(source, 'maxContains')
    }
    schema.dependentRequired = membersOf(source, 'dependentRequired', (_, value) => textsOf(value))
  }
  if (has(source, 'applicator')) {
    schema.dependentSchemas = mapOf(schema, source, 'dependentSchemas')
  }
  if (has(source, schema.version === 2019 ? 'applicator' : 'unevaluated')) {
    schema.unevaluatedItems = below(schema, source, 'unevaluatedItems')
    schema.unevaluatedProperties = below(schema, source, 'unevaluatedProperties')
  }
}

function compileDraft2020(schema: Schema, source: KeywordSource): void {
  const target = referred(source, '$dynamicRef')
  if (target !== undefined) {
    const { fragment } = splitFragment(textOf(source, '$dynamicRef') ?? '')
    schema.dynamicRef = { schema: target, anchor: fragment.startsWith('/') ? '' : fragment }
  }
  schema.dynamicAnchor = textOf(source, '$dynamicAnchor') ?? ''
  if (!has(source, 'applicator')) return
  schema.prefixItems = listOf(schema, source, 'prefixItems')
  schema.items = below(schema, source, 'items')
}

function referred(source: KeywordSource, keyword: string): Schema | undefined {
  const reference = textOf(source, keyword)
  if (reference === undefined) return undefined
  return source.finder.refer(source.document, source.resource.id, reference)
}

function below(schema: Schema, source: KeywordSource, keyword: string): Schema | undefined {
  return source.object.has(keyword) ? belowAt(schema, source, keyword) : undefined
}

function belowAt(schema: Schema, source: KeywordSource, token: string, second?: string): Schema {
  const { url, pointer } = schema.location
  return source.finder.schemaAt({ url, pointer: pointerTo(pointer, token, second) })
}

function listOf(schema: Schema, source: KeywordSource, keyword: string): readonly Schema[] {
  const items = asArray(source.object.get(keyword))
  return items?.map((_, i) => belowAt(schema, source, keyword, `${i}`)) ?? none
}

function mapOf(
  schema: Schema,
  source: KeywordSource,
  keyword: string,
): ReadonlyMap<string, Schema> {
  return membersOf(source, keyword, (name) => belowAt(schema, source, keyword, name))
}

function membersOf<Result>(
  source: KeywordSource,
  keyword: string,
  read: (name: string, value: Value) => Result,
): ReadonlyMap<string, Result> {
  const object = asObject(source.object.get(keyword))
  if (object === undefined || object.size === 0) return nothing
  const members = new Map<string, Result>()
  for (const [name, value] of object) members.set(name, read(name, value))
  return members
}

function additional(
  schema: Schema,
  source: KeywordSource,
  keyword: string,
): Additional | undefined {
  const value = source.object.get(keyword)
  return typeof value === 'boolean' ? value : below(schema, source, keyword)
}

function textOf({ object }: KeywordSource, keyword: string): string | undefined {
  const value = object.get(keyword)
  return isText(value) ? value : undefined
}

function textsOf(value: Value): readonly string[] {
  return asArray(value)?.filter(isText) ?? none
}

function isText(value: Value): value is string {
  return typeof value === 'string'
}

function numberOf({ object }: KeywordSource, keyword: string): Decimal | undefined {
  const value = object.get(keyword)
  return isNumber(value) ? decimalOf(value) : undefined
}

function countOf(source: KeywordSource, keyword: string): number | undefined {
  const value = numberOf(source, keyword)
  return value !== undefined && isWhole(value) ? toInt64(value) : undefined
}

/** Shared by the many schemas of one type. */
const single = new Map<Value, ReadonlySet<JsonType>>(
  typeNames.map((name) => [name, new Set([name])]),
)

function typesOf(value: Value): ReadonlySet<JsonType> | undefined {
  if (typeof value === 'string') return single.get(value)
  const names = asArray(value) ?? [value]
  const known = typeNames.filter((name) => names.includes(name))
  return known.length === 0 ? undefined : new Set(known)
}

function regexpFor(
  schema: Schema,
  source: KeywordSource,
  keyword: string,
  pattern: string,
): Regexp {
  try {
    return source.finder.compilePattern(pattern)
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error
    const { url, pointer } = schema.location
    const place = locationText({ url, pointer: pointerTo(pointer, keyword) })
    const message = `invalid regex ${quote(pattern)} at ${quote(place)}: ${error.message}`
    throw new JsonSchemaError('invalid', message, { cause: error })
  }
}
