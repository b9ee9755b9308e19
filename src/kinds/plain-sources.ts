import { isJsonRecord, type JsonRecord, type JsonValue } from './json-value.ts'

/**
 * An Extension whose sources have one address and a text for the version of Kubernetes each. Two other forms are understood: a
 * number, and a map of addresses by version.
 */
export function plainSources(extension: JsonRecord): JsonRecord {
  const spec = extension['spec']
  const sources = isJsonRecord(spec) ? spec['sources'] : undefined
  if (!isJsonRecord(spec) || !Array.isArray(sources)) return extension
  const plain = (sources as readonly JsonValue[]).flatMap(plainSource)
  return { ...extension, spec: { ...spec, sources: plain } }
}

function plainSource(source: JsonValue): readonly JsonValue[] {
  if (!isJsonRecord(source)) return [source]
  const { kubernetes, repo } = source
  const text = typeof kubernetes === 'number' ? minorText(String(kubernetes)) : kubernetes
  const one = text === undefined ? source : { ...source, kubernetes: text }
  if (!isJsonRecord(repo)) return [one]
  // Both would say for which versions it is; the reader then complains of the map.
  if (kubernetes !== undefined) return [one]
  return Object.entries(repo).map(([key, address]) => ({
    ...source,
    kubernetes: minorText(key),
    repo: address,
  }))
}

// YAML reads 1.20 as a number and drops the zero; no Kubernetes from 1.1 to 1.9 is meant.
function minorText(text: string): string {
  return /^1\.[1-9]$/.test(text) ? `${text}0` : text
}
