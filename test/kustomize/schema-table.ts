// The parts of an OpenAPI document that strategic merge needs: which lists are merged, and by which keys.

interface Property {
  readonly $ref?: string
  readonly type?: string
  readonly items?: Property
  readonly additionalProperties?: Property | boolean
  readonly properties?: Readonly<Record<string, Property>>
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
}

export interface OpenApiBundle {
  readonly definitions: Readonly<Record<string, Property>>
  readonly resources: readonly {
    readonly apiVersion: string
    readonly kind: string
    readonly definition: string
  }[]
}

/** A type by its number (0 has no merged list in it), or a list: the type of its items, and its keys. */
type Reference = number | readonly [number] | readonly [number, readonly string[]]

export interface SchemaTable {
  readonly kinds: Readonly<Record<string, number>>
  readonly types: readonly Readonly<Record<string, Reference>>[]
}

/** The types that merged lists are in, and the kinds whose objects have such a type. */
export function schemaTable({ definitions, resources }: OpenApiBundle): SchemaTable {
  const merging = mergingNames(definitions)
  const numbers = new Map([...merging].map((name, index) => [name, index + 1]))
  const numberOf = (property: Property): number => numbers.get(nameOf(property)) ?? 0
  const types = [...merging].map((name) => fieldsOf(definitions[name] ?? {}, numberOf))
  const kinds = resources.map(
    ({ apiVersion, kind, definition }) =>
      [`${apiVersion} ${kind}`, numbers.get(definition) ?? 0] as const,
  )
  return { kinds: Object.fromEntries(kinds), types: [{}, ...types] }
}

function mergingNames(definitions: OpenApiBundle['definitions']): Set<string> {
  const found = new Set<string>()
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const [name, definition] of Object.entries(definitions))
      if (propertiesOf(definition).some((one) => isMerged(one) || found.has(nameOf(one))))
        found.add(name)
  }
  return new Set([...found].toSorted())
}

function propertiesOf({ properties, additionalProperties }: Property): readonly Property[] {
  const rest = typeof additionalProperties === 'object' ? [additionalProperties] : []
  return [...Object.values(properties ?? {}), ...rest]
}

function fieldsOf(
  { properties, additionalProperties }: Property,
  numberOf: (property: Property) => number,
): Record<string, Reference> {
  const members = Object.entries(properties ?? {})
  if (typeof additionalProperties === 'object') members.push(['*', additionalProperties])
  return Object.fromEntries(members.map(([name, one]) => [name, referenceOf(one, numberOf(one))]))
}

function referenceOf(property: Property, number: number): Reference {
  if (isMerged(property)) {
    const key = property['x-kubernetes-patch-merge-key']
    return [number, property['x-kubernetes-list-map-keys'] ?? (key === undefined ? [] : [key])]
  }
  return property.type === 'array' ? [number] : number
}

function isMerged(property: Property): boolean {
  const strategies = property['x-kubernetes-patch-strategy']?.split(',') ?? []
  return property.type === 'array' && strategies.includes('merge')
}

function nameOf({ $ref, items, additionalProperties }: Property): string {
  const inner = typeof additionalProperties === 'object' ? additionalProperties.$ref : undefined
  return ($ref ?? items?.$ref ?? inner ?? '').replace('#/definitions/', '')
}
