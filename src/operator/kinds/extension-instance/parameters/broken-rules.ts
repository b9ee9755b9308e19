import type { JsonRecord, JsonValue } from '../../../../kinds/json-value.ts'
import { printJson } from '../../../../objects/json-text.ts'

const longestRule = 256

/**
 * The rules of a schema at places where a value breaks them: nothing of the value itself, which may
 * be secret.
 */
export function describeBrokenRules(
  schema: JsonRecord,
  places: readonly (readonly string[])[],
): readonly string[] {
  const lines = places.map((tokens) => {
    let rule: JsonValue | undefined = schema
    const known: string[] = []
    for (const token of tokens) {
      const inside = innerRule(rule, token)
      // A name that the schema does not know is the value's own.
      if (inside === undefined) break
      known.push(token)
      rule = inside
    }
    return `- at '${known.map((token) => `/${token}`).join('')}': ${ruleText(rule)}`
  })
  return [...new Set(lines)]
}

function innerRule(rule: JsonValue | undefined, token: string): JsonValue | undefined {
  if (!isRecord(rule)) return undefined
  const { properties, items } = rule
  if (isRecord(properties) && Object.hasOwn(properties, token)) return properties[token]
  return /^\d+$/.test(token) && isRecord(items) ? items : undefined
}

const descriptive = new Set(['title', 'description', 'default', 'examples'])
const nested = new Set(['properties', 'items', '$defs', 'definitions'])

function ruleText(rule: JsonValue | undefined): string {
  if (!isRecord(rule)) return 'nothing is allowed here'
  const own = Object.entries(rule).filter(([name]) => !descriptive.has(name) && !nested.has(name))
  const text = printJson(Object.fromEntries(own))
  return `does not fit ${text.length > longestRule ? `${text.slice(0, longestRule)}…` : text}`
}

function isRecord(value: JsonValue | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
