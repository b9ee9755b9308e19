import { builtInSchemas } from '../../src/objects/api/built-in-schemas.ts'
import { isJsonList, isJsonObject, type Json } from '../../src/objects/json.ts'
import { type KubeObject, kindOf } from '../../src/objects/kube-object.ts'
import { type SchemaType, typeOfField } from '../../src/objects/schema/schema-type.ts'

/** Paths of fields that the kind of a built-in object does not have; none for other kinds. */
export function unknownFields(object: KubeObject): readonly string[] {
  const type = builtInSchemas().typeOf(kindOf(object))
  return type === undefined ? [] : walk(object, type, '')
}

function walk(value: Json, type: SchemaType, path: string): readonly string[] {
  const { list, map } = type
  if (isJsonList(value))
    return list === undefined
      ? []
      : value.flatMap((item, at) => walk(item, list.item(), `${path}[${at}]`))
  if (!isJsonObject(value) || map === undefined) return []
  return Object.entries(value).flatMap(([field, inner]) => {
    const fieldType = typeOfField(map, field)
    const here = `${path}.${field}`
    return fieldType === undefined ? [here] : walk(inner, fieldType(), here)
  })
}
