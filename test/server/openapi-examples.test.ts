import { expect, test } from 'vitest'
import { compileJsonSchema, describeProblems } from '../../src/formats/json-schema/json-schema.ts'
import { readDocument } from '../../src/formats/json-schema/read-document.ts'
import { openApiFile } from '../../tools/openapi-reference.ts'

interface Content {
  readonly schema: object
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly (Content & { readonly name: string })[]
  readonly requestBody?: { readonly content: Contents }
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>
}

type Contents = Readonly<Record<string, Content>>

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

interface Sample extends Content {
  readonly at: string
  readonly mediaType: string
}

const { paths, components } = JSON.parse(await openApiFile.content()) as Document
const operations = Object.values(paths).flatMap((item) => Object.values(item))
const answers = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content }]) => samplesIn(`${operationId} ${status}`, content)),
)
const requests = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
  ...samplesIn(`${operationId} body`, requestBody?.content),
  ...parameters.map((one): Sample => ({ at: `${operationId} ${one.name}`, mediaType: '', ...one })),
])

/** Pictures, archives and pages, of which a line of text shows nothing. */
const withoutExample = new Set(['image/*', 'application/gzip', 'text/html', 'text/css'])

test('every answer that is data has an example', () => {
  expect(answers.length).toBeGreaterThan(100)
  const bare = answers.filter((one) => one.example === undefined)
  expect(bare.filter(({ mediaType }) => !withoutExample.has(mediaType))).toEqual([])
})

test.each([
  { name: 'of an answer', samples: answers },
  { name: 'of a request', samples: requests },
])('every example $name fits its schema', ({ samples }) => {
  const told = samples.filter(({ example }) => example !== undefined)
  expect(told.length).toBeGreaterThan(100)
  expect(told.flatMap(problemsOf)).toEqual([])
})

test('an example that does not fit is found', () => {
  const sample = { at: 'me', mediaType: '', schema: { $ref: '#/components/schemas/Me' } }
  expect(problemsOf({ ...sample, example: { user: 'anna' } })).not.toEqual([])
})

function samplesIn(at: string, content: Contents = {}): readonly Sample[] {
  return Object.entries(content).map(([mediaType, one]) => ({ at, mediaType, ...one }))
}

function problemsOf({ at, schema, example }: Sample): readonly string[] {
  const text = JSON.stringify({ ...schema, components })
  const compiled = compileJsonSchema(text, `file:///${encodeURIComponent(at)}.json`)
  const value = readDocument(JSON.stringify(example))
  return describeProblems(compiled, value).map((line) => `${at}: ${line}`)
}
