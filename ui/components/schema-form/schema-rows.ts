import { type PlainValue, isPlainMap } from '../values-text/plain-value.ts'
import { type FormSchema, effectiveSchema, typeOf } from './form-schema.ts'

/** One setting of a schema, for people to look up. */
export interface SchemaRow {
  /** `a.b`, `[]` for the items of a list and `*` for a key of one's own. */
  readonly path: string
  readonly type: string
  readonly fallback: PlainValue | undefined
  readonly description: string
  readonly isRequired: boolean
  /** The values that it may have; empty for any of its type. */
  readonly choices: readonly PlainValue[]
}

const deepest = 12

/** The settings of a schema, one row for each that is no mere heading of others, with the defaults of the chart. */
export function schemaRows(
  schema: FormSchema,
  defaults: PlainValue | undefined,
): readonly SchemaRow[] {
  return below({ root: schema, schema, path: '', fallback: defaults, isRequired: false }, 0)
}

interface SchemaPlace {
  readonly root: FormSchema
  readonly schema: FormSchema
  readonly path: string
  readonly fallback: PlainValue | undefined
  readonly isRequired: boolean
}

function below(place: SchemaPlace, depth: number): readonly SchemaRow[] {
  const { root, path, fallback } = place
  const schema = effectiveSchema(root, place.schema, undefined)
  const alternatives = schema.oneOf ?? schema.anyOf ?? []
  const whole = alternatives.reduce<FormSchema>((all, one) => {
    const { properties = {} } = effectiveSchema(root, one, undefined)
    return { ...all, properties: { ...properties, ...all.properties } }
  }, schema)
  const inner = depth < deepest ? innerPlaces({ ...place, schema: whole }) : []
  if (inner.length > 0) return inner.flatMap((one) => below(one, depth + 1))
  if (path === '') return []
  const { default: own, description = '', enum: choices = [], const: only } = schema
  return [
    {
      path,
      type: typeOf(schema),
      fallback: fallback === undefined ? own : fallback,
      description,
      isRequired: place.isRequired,
      choices: only === undefined ? choices : [only],
    },
  ]
}

function innerPlaces({ root, schema, path, fallback }: SchemaPlace): readonly SchemaPlace[] {
  const { properties = {}, required = [], additionalProperties: free, items } = schema
  const defaults = isPlainMap(fallback) ? fallback : {}
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const named = Object.entries(properties).map(([name, one]) => ({
    root,
    schema: one,
    path: at(name),
    fallback: defaults[name],
    isRequired: required.includes(name),
  }))
  const nested = (one: FormSchema, suffix: string) => {
    const inside = effectiveSchema(root, one, undefined)
    if (Object.keys(inside.properties ?? {}).length === 0) return []
    return [{ root, schema: inside, path: suffix, fallback: undefined, isRequired: false }]
  }
  return [
    ...named,
    ...(typeof free === 'object' ? nested(free, at('*')) : []),
    ...(isPlainMap(items as PlainValue | undefined) ? nested(items ?? {}, `${path}[]`) : []),
  ]
}
