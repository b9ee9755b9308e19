import { type Json, isJsonList, isJsonObject } from '../../src/objects/json.ts'

const action = /\{([^{}]*)\}/g
const step =
  /^(?:\.([A-Za-z_](?:[\w-]|\\\.)*)|\[(\d+|\*)\]|\['([^']*)'\]|\[\?\(@\.(\w+)=="([^"]*)"\)\])/

/** The text that kubectl prints for a JSONPath of names, indexes, `[*]` and `[?(@.name=="value")]`. */
export function printJsonPath(object: Json, template: string): string {
  return template.replaceAll(action, (_, path: string) => follow(object, path).map(text).join(' '))
}

function follow(object: Json, path: string): readonly Json[] {
  let found: readonly Json[] = [object]
  let rest = path
  while (rest !== '') {
    const match = step.exec(rest)
    if (match === null) throw new Error(`a story cannot use the JSONPath ${path}`)
    found = found.flatMap((each) => next(each, match))
    rest = rest.slice(match[0].length)
  }
  return found
}

function next(value: Json, match: RegExpExecArray): readonly Json[] {
  const [, name, index, quoted, field, wanted] = match
  const key = name?.replaceAll('\\.', '.') ?? quoted
  if (key !== undefined) return isJsonObject(value) ? present(value[key]) : []
  if (!isJsonList(value)) return []
  if (index === '*') return value
  if (index !== undefined) return present(value[Number(index)])
  return value.filter((one) => isJsonObject(one) && one[field ?? ''] === wanted)
}

function present(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value]
}

function text(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value)
}

// As Go prints maps.
function sorted(value: Json): Json {
  if (isJsonList(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]))
}
