import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'

// A document of OpenAPI v2 as gnostic's OpenAPIv2.proto has it, which is how Go programs ask for it.

type Encode = (value: Json) => Buffer
/** The number of a field, and how its value is written; `each` for fields that are there several times. */
type Field = readonly [number: number, encode: Encode, times?: 'each']

/** The document on the wire. */
export function encodeOpenApiV2(document: JsonObject): Buffer {
  return root(document)
}

const text: Encode = (value) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const yaml: Encode = (value) => part(2, Buffer.from(JSON.stringify(value)))

/** A message whose fields go by name; names with `x-` are extensions. */
function message(fields: Readonly<Record<string, Field>>, extension?: number): Encode {
  return (value) => {
    if (!isJsonObject(value)) return Buffer.alloc(0)
    return Buffer.concat(
      Object.entries(value).flatMap(([name, inner]) => {
        if (inner === undefined) return []
        if (name.startsWith('x-') && extension !== undefined) {
          return [part(extension, named(yaml)(name, inner))]
        }
        const field = fields[name]
        if (field === undefined) return []
        const [number, encode, times] = field
        const items = times === 'each' && isJsonList(inner) ? inner : [inner]
        return items.map((item) => written(number, encode, item))
      }),
    )
  }
}

/** Numbers and booleans have no length before them. */
function written(number: number, encode: Encode, value: Json): Buffer {
  if (encode === whole) {
    return Buffer.concat([varint(number * 8), varint(Number(value))])
  }
  if (encode === double) {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(Number(value))
    return Buffer.concat([varint(number * 8 + 1), bytes])
  }
  return part(number, encode(value))
}

const whole: Encode = () => Buffer.alloc(0)
const double: Encode = () => Buffer.alloc(0)

function part(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = Math.max(0, Math.trunc(value))
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

function named(encode: Encode): (name: string, value: Json) => Buffer {
  return (name, value) => Buffer.concat([part(1, Buffer.from(name)), part(2, encode(value))])
}

/** Every field is an item with its name. */
function map(number: number, encode: Encode): Encode {
  const item = named(encode)
  return (value) =>
    Buffer.concat(
      Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, inner]) =>
        inner === undefined ? [] : [part(number, item(name, inner))],
      ),
    )
}

/** Schemas are in schemas. */
const schema: Encode = (value) => schemaFields()(value)
let known: Encode | undefined

function schemaFields(): Encode {
  known ??= message(
    {
      $ref: [1, text],
      format: [2, text],
      title: [3, text],
      description: [4, text],
      multipleOf: [6, double],
      maximum: [7, double],
      exclusiveMaximum: [8, whole],
      minimum: [9, double],
      exclusiveMinimum: [10, whole],
      maxLength: [11, whole],
      minLength: [12, whole],
      pattern: [13, text],
      maxItems: [14, whole],
      minItems: [15, whole],
      uniqueItems: [16, whole],
      maxProperties: [17, whole],
      minProperties: [18, whole],
      required: [19, text, 'each'],
      enum: [20, yaml, 'each'],
      additionalProperties: [
        21,
        (value) => (isJsonObject(value) ? part(1, schema(value)) : written(2, whole, value)),
      ],
      type: [22, (value) => part(1, text(value))],
      items: [23, (value) => part(1, schema(value))],
      properties: [25, map(1, schema)],
    },
    31,
  )
  return known
}

const parameter: Encode = (value) => {
  const query = message({ in: [2, text], description: [3, text], name: [4, text], type: [6, text] })
  // An item, in it a parameter, in it one that is not the body, in it one of the query.
  return part(1, part(2, part(3, query(value))))
}

const operation = message(
  {
    produces: [6, text, 'each'],
    parameters: [8, parameter, 'each'],
    responses: [
      9,
      map(1, (response) =>
        part(
          1,
          message({ description: [1, text], schema: [2, (value) => part(1, schema(value))] })(
            response,
          ),
        ),
      ),
    ],
  },
  13,
)

const root = message({
  swagger: [1, text],
  info: [2, message({ title: [1, text], version: [2, text] })],
  paths: [8, map(2, message({ get: [2, operation], patch: [8, operation] }))],
  definitions: [9, map(1, schema)],
})
