import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'

const deepest = 6

/** One line for each parameter that a JSON Schema has: its path, what it may be, and its description. */
export function parameterLines(
  schema: Json | undefined,
  above: string,
  depth = 0,
): readonly string[] {
  if (!isJsonObject(schema) || depth > deepest) return []
  const properties = schema['properties']
  if (!isJsonObject(properties)) return []
  const required = listAt(schema, ['required'])
  return Object.entries(properties).flatMap(([key, property]) => {
    if (!isJsonObject(property)) return []
    const path = above === '' ? key : `${above}.${key}`
    const below = parameterLines(property, path, depth + 1)
    if (below.length > 0) return below
    const facts = [...factsOf(property), ...(required.includes(key) ? ['required'] : [])]
    const meaning = textAt(property, ['description']) || textAt(property, ['title'])
    const [line = ''] = meaning.split('\n')
    const what = facts.length === 0 ? path : `${path} (${facts.join(', ')})`
    return [line === '' ? what : `${what}: ${line}`]
  })
}

function factsOf(property: JsonObject): readonly string[] {
  const { type, enum: choices, default: fallback, minimum, maximum } = property
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  return [
    ...(Array.isArray(choices)
      ? [choices.map(printed).join(' or ')]
      : types.length === 0
        ? []
        : [types.map(printed).join(' or ')]),
    ...(minimum === undefined ? [] : [`at least ${printed(minimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${printed(maximum)}`]),
    ...(fallback === undefined ? [] : [`default ${printed(fallback)}`]),
  ]
}

function printed(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value ?? null)
}
