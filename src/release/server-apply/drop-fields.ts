import { type Json, equalJson, fieldOf, isJsonList, isJsonObject } from '../../objects/json.ts'
import { parseJson } from '../../objects/json-text.ts'
import type { KubeObject } from '../../objects/kube-object.ts'

/** The object without some fields, named as the server names them in conflicts. */
export function dropFields(object: KubeObject, fields: readonly string[]): KubeObject {
  return fields.reduce<Json>((left, field) => drop(left, field) ?? left, object) as KubeObject
}

// The server does not quote names, so `.data.a.b` can only be read beside the object: every way in is
// tried. Undefined says that the value itself is what was named.
function drop(value: Json, field: string): Json | undefined {
  if (field === '') return undefined
  if (isJsonList(value)) return dropItem(value, field)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const step = `.${name}`
    const left = field.startsWith(step) ? drop(inner, field.slice(step.length)) : inner
    return left === undefined ? [] : [[name, left] as const]
  })
  return Object.fromEntries(entries)
}

const bracket = /^\[((?:[^"[\]]|"(?:[^"\\]|\\.)*")*)\]/

function dropItem(list: readonly Json[], field: string): Json {
  const found = bracket.exec(field)
  if (found === null) return list
  const [whole, words = ''] = found
  const isMeant = readItem(words)
  return list.flatMap((item, index) => {
    const left = isMeant(item, index) ? drop(item, field.slice(whole.length)) : item
    return left === undefined ? [] : [left]
  })
}

const keyField = /([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g

// `[3]`, `[="value"]` or `[name="web",protocol="TCP"]`; a key field that the item lacks has its default.
function readItem(words: string): (item: Json, index: number) => boolean {
  if (/^\d+$/.test(words)) return (_, index) => index === Number(words)
  if (words.startsWith('=')) return (item) => equalJson(item, parseJson(words.slice(1)))
  const keys = [...words.matchAll(keyField)].map(
    ([, name = '', value = '']) => [name, parseJson(value)] as const,
  )
  return (item) =>
    keys.every(([name, value]) => {
      const found = fieldOf(item, name)
      return found === undefined || equalJson(found, value)
    })
}
