import { quote } from '../../formats/quote.ts'
import { fieldOf, isJsonList, isJsonObject, type Json, type JsonList } from '../json.ts'
import { ObjectsError } from '../errors.ts'
import type { ListType } from '../schema/schema-type.ts'
import { keyElement, valueElement, type PathElement } from './path-element.ts'

/**
 * The step that leads to an item of a list whose items are told apart. Key fields that an item
 * leaves out count with their default. Throws with the API server's words when it has no identity.
 */
export function elementOfItem(list: ListType, item: Json): PathElement {
  if (list.keys.length > 0) return elementOfKeyed(list, item)
  if (isJsonObject(item))
    throw invalid("associative list without keys has an element that's a map type")
  if (isJsonList(item)) throw invalid('not supported: associative list with lists as elements')
  if (item === null)
    throw invalid("associative list without keys has an element that's an explicit null")
  return valueElement(item)
}

/** The items of a list by the step that leads to them, in their order. */
export function itemsByElement(list: ListType, items: JsonList): Map<PathElement, Json[]> {
  const found = new Map<PathElement, Json[]>()
  for (const item of items) {
    const element = elementOfItem(list, item)
    const same = found.get(element)
    if (same === undefined) found.set(element, [item])
    else same.push(item)
  }
  return found
}

function elementOfKeyed(list: ListType, item: Json): PathElement {
  if (item === null) throw invalid('associative list with keys may not have a null element')
  if (!isJsonObject(item)) throw invalid('associative list with keys may not have non-map elements')
  const [only = ''] = list.keys
  const single = list.keys.length === 1 ? fieldOf(item, only) : undefined
  // By far the most common key.
  if (typeof single === 'string') return keyElement({ [only]: single })
  const fields = list.item().map?.fields
  const key = list.keys.flatMap((name) => {
    const value = fieldOf(item, name) ?? fields?.get(name)?.default
    return value === undefined ? [] : [[name, value] as const]
  })
  if (key.length === 0) {
    const names = list.keys.map(quote).join(' ')
    throw invalid(
      `associative list with keys has an element that omits all key fields [${names}] ` +
        "(and doesn't have default values for any key fields)",
    )
  }
  return keyElement(Object.fromEntries(key))
}

function invalid(message: string): ObjectsError {
  return new ObjectsError('invalid-object', message)
}
