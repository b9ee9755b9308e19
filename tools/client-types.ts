import { openApiFile } from './openapi-reference.ts'
import type { GeneratedFile } from './generators.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly required: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The operations and messages of the REST API as types, for `outrigger/client`. */
export const clientTypes: GeneratedFile = {
  path: 'src/sdk/client-operations.generated.ts',
  content: async () => {
    const document = JSON.parse(await openApiFile.content()) as Document
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
      })),
    )
    const schemas = Object.entries(document.components.schemas)
    return [
      '// Generated from the routes of the server by `npm run generate`.',
      ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`),
      '/** The parts and the answer of each operation. */',
      'export interface Operations {',
      ...operations.flatMap((one) => [
        `  /** ${one.summary}. */`,
        `  ${one.operationId}: ${partsOf(one)}`,
      ]),
      '}',
      '/** The method and the path of each operation. */',
      'export const operationPaths: { readonly [Name in keyof Operations]: readonly [string, string] } = {',
      ...operations.map((one) => `  ${one.operationId}: ['${one.method}', '${one.path}'],`),
      '}',
      '',
    ].join('\n')
  },
}

function partsOf({ parameters = [], requestBody, responses }: Operation): string {
  const placed = (place: string) => {
    const own = parameters.filter((one) => one.in === place)
    const fields = own.map(
      ({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
    )
    const isNeeded = own.some(({ required }) => required)
    return own.length === 0 ? [] : [`${place}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`]
  }
  const body = requestBody?.content['application/json']?.schema
  const parts = [
    ...['path', 'query', 'header'].flatMap((place) => placed(place)),
    ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
    `answer: ${answerOf(responses)}`,
  ]
  return `{ ${parts.join('; ')} }`
}

function answerOf(responses: Operation['responses']): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = good.map(([, { content = {} }]) => {
    const json = content['application/json']
    if (json !== undefined) return typeOf(json.schema)
    return Object.keys(content).length === 0 ? 'undefined' : 'string'
  })
  return types.length === 0 ? 'undefined' : [...new Set(types)].join(' | ')
}

function typeOf(schema: Schema): string {
  const { $ref, type, oneOf, anyOf } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const several = oneOf ?? anyOf
  if (several !== undefined && type === undefined) {
    return several.map((one) => `(${typeOf(one)})`).join(' | ')
  }
  if (typeof type !== 'string') {
    return type?.map((one) => typeOf({ ...schema, type: one })).join(' | ') ?? 'unknown'
  }
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`
  if (type === 'integer') return 'number'
  return type === 'object' ? objectType(schema) : type
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Readonly<Record<string, ${values}>>`
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}
