import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { listAt, textAt } from '../kube-object.ts'
import {
  untypedAtomic,
  untypedDeduced,
  type ListType,
  type MapType,
  type PatchStrategy,
  type ScalarType,
  type SchemaType,
  type StructField,
  type TypeReference,
} from './schema-type.ts'

/** Finds the schema of a name that a `$ref` ends in. */
export type FindSchema = (name: string) => JsonObject | undefined

/**
 * Types from OpenAPI v3 schemas, as the API server derives them
 * (k8s.io/kube-openapi/pkg/schemaconv). `preserveUnknown` is what the schema inherits.
 */
export class OpenApiTypes {
  private readonly find: FindSchema
  private readonly named = new Map<string, SchemaType>()

  constructor(find: FindSchema) {
    this.find = find
  }

  /** The type of a named schema; undefined when there is no such schema. */
  typeOf(name: string): SchemaType | undefined {
    const known = this.named.get(name)
    if (known !== undefined) return known
    const schema = this.find(name)
    if (schema === undefined) return undefined
    const type = specialTypes.get(name) ?? this.read(schema, false)
    this.named.set(name, type)
    return type
  }

  /** The type of a schema that has no name. */
  read(schema: JsonObject, inherited: boolean): SchemaType {
    const preserve = inherited || fieldOf(schema, 'x-kubernetes-preserve-unknown-fields') === true
    switch (fieldOf(schema, 'type')) {
      case 'object':
        return { map: this.readMap(schema, preserve) }
      case 'array':
        return { list: this.readList(schema, preserve) }
      case 'string':
      case 'integer':
      case 'number':
      case 'boolean':
        return { scalar: scalarOf(schema) }
      default:
        return {
          scalar: 'untyped',
          list: this.readList(schema, preserve),
          map: this.readMap(schema, preserve),
        }
    }
  }

  private readMap(schema: JsonObject, preserve: boolean): MapType {
    const properties = fieldOf(schema, 'properties')
    const required = listAt(schema, ['required'])
    const entries = isJsonObject(properties) ? Object.entries(properties) : []
    const fields = entries.flatMap(([name, property]) =>
      isJsonObject(property)
        ? [[name, this.readField(property, required.includes(name), preserve)] as const]
        : [],
    )
    return {
      atomic: fieldOf(schema, 'x-kubernetes-map-type') === 'atomic',
      fields: new Map(fields),
      element: this.readElement(schema, fields.length, preserve),
    }
  }

  private readElement(
    schema: JsonObject,
    properties: number,
    preserve: boolean,
  ): TypeReference | undefined {
    const additional = fieldOf(schema, 'additionalProperties')
    if (isJsonObject(additional)) return this.refer(additional, preserve)
    if (additional === true) return untypedDeduced
    if (additional === false) return undefined
    return preserve || properties === 0 ? untypedDeduced : undefined
  }

  private readField(property: JsonObject, required: boolean, preserve: boolean): StructField {
    const defaultValue = fieldOf(property, 'default')
    const patch = readPatchStrategy(property)
    return {
      type: this.refer(property, preserve),
      alwaysPresent: required || isZeroValue(defaultValue),
      ...(defaultValue === undefined ? {} : { default: defaultValue }),
      ...(patch === undefined ? {} : { patch }),
    }
  }

  private readList(schema: JsonObject, preserve: boolean): ListType {
    const items = fieldOf(schema, 'items')
    return {
      ...readListKind(schema),
      item: isJsonObject(items) ? this.refer(items, preserve) : untypedAtomic,
    }
  }

  private refer(schema: JsonObject, preserve: boolean): TypeReference {
    const name = referredName(schema)
    if (name === undefined) return remember(() => this.read(schema, preserve))
    const mapType = fieldOf(schema, 'x-kubernetes-map-type')
    if (typeof mapType !== 'string') return () => this.typeOf(name) ?? untypedDeduced()
    return remember(() => withAtomicity(this.typeOf(name) ?? {}, mapType === 'atomic'))
  }
}

function referredName(schema: JsonObject): string | undefined {
  const all = listAt(schema, ['allOf'])
  const single = all.length === 1 ? textAt(all[0], ['$ref']) : ''
  const reference = textAt(schema, ['$ref']) || single
  return reference === '' ? undefined : reference.slice(reference.lastIndexOf('/') + 1)
}

function remember(make: TypeReference): TypeReference {
  let made: SchemaType | undefined
  return () => (made ??= make())
}

// A field may say that the type it refers to is owned as a whole in this place.
function withAtomicity(type: SchemaType, atomic: boolean): SchemaType {
  if (type.map !== undefined) return { ...type, map: { ...type.map, atomic } }
  if (type.list !== undefined) return { ...type, list: { ...type.list, atomic } }
  return type
}

function scalarOf(schema: JsonObject): ScalarType {
  switch (fieldOf(schema, 'type')) {
    case 'integer':
    case 'number':
      return 'numeric'
    case 'boolean':
      return 'boolean'
    default: {
      const format = textAt(schema, ['format'])
      return format === '' || format === 'byte' ? 'string' : 'untyped'
    }
  }
}

function readListKind(schema: JsonObject): { atomic: boolean; keys: readonly string[] } {
  const kind = fieldOf(schema, 'x-kubernetes-list-type')
  if (kind === 'set') return { atomic: false, keys: [] }
  if (kind === 'map') {
    const keys = listAt(schema, ['x-kubernetes-list-map-keys'])
    return { atomic: false, keys: keys.filter(isText) }
  }
  const patch = kind === undefined ? readPatchStrategy(schema) : undefined
  if (patch?.merge !== true) return { atomic: true, keys: [] }
  return { atomic: false, keys: patch.mergeKey === undefined ? [] : [patch.mergeKey] }
}

function readPatchStrategy(schema: JsonObject): PatchStrategy | undefined {
  const written = textAt(schema, ['x-kubernetes-patch-strategy'])
  if (written === '') return undefined
  const strategies = written.split(',')
  const mergeKey = textAt(schema, ['x-kubernetes-patch-merge-key'])
  return {
    merge: strategies.includes('merge'),
    retainKeys: strategies.includes('retainKeys'),
    ...(strategies.includes('replace') && { replace: true }),
    ...(mergeKey === '' ? {} : { mergeKey }),
  }
}

// Only fields that Go prints even when they are empty have such a default.
function isZeroValue(value: Json | undefined): boolean {
  return isJsonObject(value) || value === '' || value === 0 || value === false
}

function isText(value: Json): value is string {
  return typeof value === 'string'
}

// Two types print as something else than their schema says.
const specialTypes: ReadonlyMap<string, SchemaType> = new Map<string, SchemaType>([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', { scalar: 'untyped' }],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', untypedAtomic()],
])
