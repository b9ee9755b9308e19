import type { Value } from '../../../formats/value.ts'
import { zeroTime } from '../go-time.ts'
import type { IndexRow } from '../index/index-row.ts'
import { entryShape } from '../index/index-shape.ts'
import { keepAnnotations } from '../index/keep-annotations.ts'

// Only what is obviously right is taken here; whatever is not goes the long way, which knows the words.
const obviousName = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/
const obviousVersion =
  /^v?(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[A-Za-z][A-Za-z0-9]*(?:\.(?:0|[1-9]\d{0,8}))?)?$/
const obviousTime =
  /^\d{4}-(?:0[1-9]|1[012])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,8}[1-9])?(?:Z|[+-](?:0[1-9]|1[0-4]):[0-5]\d)$/
const obviousAlias = /^[a-zA-Z0-9_-]*$/

const dependencyTexts: ReadonlySet<string> = new Set([
  'name',
  'version',
  'repository',
  'condition',
  'alias',
])
const maintainerTexts: ReadonlySet<string> = new Set(['name', 'email', 'url'])

/** The row of an entry whose every part is as it is in most indexes; undefined for all others. */
export function rowOfPlainEntry(entry: Value): IndexRow | undefined {
  if (!(entry instanceof Map) || !hasObviousFields(entry)) return undefined
  const name = textAt(entry, 'name')
  const version = textAt(entry, 'version')
  const created = textAt(entry, 'created')
  const type = textAt(entry, 'type')
  if (!obviousName.test(name) || !obviousVersion.test(version)) return undefined
  if (created !== '' && !obviousTime.test(created)) return undefined
  if (type !== '' && type !== 'application' && type !== 'library') return undefined
  return {
    name,
    version,
    appVersion: textAt(entry, 'appVersion'),
    kubeVersion: textAt(entry, 'kubeVersion'),
    description: textAt(entry, 'description'),
    keywords: textsAt(entry, 'keywords'),
    type,
    home: textAt(entry, 'home'),
    icon: textAt(entry, 'icon'),
    deprecated: entry.get('deprecated') === true,
    annotations: keepAnnotations(textMapAt(entry, 'annotations')),
    created: created === '' ? zeroTime : created,
    digest: textAt(entry, 'digest'),
    urls: textsAt(entry, 'urls'),
  }
}

function hasObviousFields(entry: ReadonlyMap<string, Value>): boolean {
  for (const [key, value] of entry) {
    if (!Object.hasOwn(entryShape.fields, key)) return false
    const shape = entryShape.fields[key]
    if (shape === 'bool' ? typeof value !== 'boolean' : !isObviousField(key, value)) return false
  }
  return true
}

function isObviousField(key: string, value: Value): boolean {
  if (key === 'annotations') return value instanceof Map && areTexts(value)
  if (key === 'dependencies') return Array.isArray(value) && areObviousDependencies(value)
  if (key === 'maintainers') return Array.isArray(value) && value.every(isObviousMaintainer)
  if (key === 'keywords' || key === 'sources' || key === 'urls') {
    return Array.isArray(value) && value.every(isText)
  }
  return isText(value)
}

function areTexts(map: ReadonlyMap<string, Value>): boolean {
  for (const value of map.values()) if (typeof value !== 'string') return false
  return true
}

function areObviousDependencies(list: readonly Value[]): boolean {
  const seen = new Set<string>()
  for (const one of list) {
    if (!(one instanceof Map)) return false
    for (const [key, value] of one) {
      if (dependencyTexts.has(key) ? !isText(value) : !isObviousDependencyField(key, value))
        return false
    }
    const alias = textAt(one, 'alias')
    const name = alias === '' ? textAt(one, 'name') : alias
    if (!obviousAlias.test(alias) || seen.has(name)) return false
    seen.add(name)
  }
  return true
}

function isObviousDependencyField(key: string, value: Value): boolean {
  if (key === 'enabled') return typeof value === 'boolean'
  return key === 'tags' && Array.isArray(value) && value.every(isText)
}

function isObviousMaintainer(one: Value): boolean {
  return (
    one instanceof Map &&
    [...one].every(([key, value]) => maintainerTexts.has(key) && isText(value))
  )
}

// Helm makes spaces of line breaks.
function isText(value: Value): boolean {
  return typeof value === 'string' && !value.includes('\n')
}

function textAt(entry: ReadonlyMap<string, Value>, key: string): string {
  const value = entry.get(key)
  return typeof value === 'string' ? value : ''
}

function textsAt(entry: ReadonlyMap<string, Value>, key: string): readonly string[] {
  const value = entry.get(key)
  return Array.isArray(value)
    ? value.map((item: Value) => (typeof item === 'string' ? item : ''))
    : []
}

// Only called for entries whose annotations are texts.
function textMapAt(
  entry: ReadonlyMap<string, Value>,
  key: string,
): ReadonlyMap<string, string> | undefined {
  const value = entry.get(key)
  return value instanceof Map ? (value as ReadonlyMap<string, string>) : undefined
}
