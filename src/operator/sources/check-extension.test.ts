import { expect, test } from 'vitest'
import { parseExtension } from '../../kinds/extension.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { checkExtension } from './check-extension.ts'

function extension(name: string, spec: JsonRecord) {
  const parsed = parseExtension({ metadata: { name }, spec })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const others = [
  extension('storage', {}),
  extension('a', { dependsOn: [{ extension: 'b' }] }),
  extension('b', { dependsOn: [{ extension: 'demo' }] }),
]
function find(name: string) {
  return others.find(({ metadata }) => metadata.name === name)
}

const png = 'data:image/png;base64,iVBORw0KGgo='

test.each([
  {
    name: 'everything',
    spec: {
      logo: png,
      parameters: { type: 'object', properties: { size: { type: 'integer' } } },
      dependsOn: [{ extension: 'storage' }],
      sources: [
        {
          repo: 'https://c.example.com',
          name: 'a',
          kubernetes: '>=1.29 <1.33',
          values: 'a: {{ .Parameters.size }}',
        },
        { repo: 'oci://r.example.com/a', tag: 'v{{ .Major }}.{{ .Minor }}' },
        { repo: 'a-repository', name: 'a', tag: 'v{{ .Major }}.{{ .Minor }}' },
      ],
    },
    problems: [],
  },
  {
    name: 'a logo that is a program',
    spec: { logo: 'javascript:alert(1)' },
    problems: ['logo is neither an https address nor a data URL of a picture'],
  },
  {
    name: 'a logo that is a page',
    spec: { logo: 'data:text/html;base64,PGI+' },
    problems: ['logo is neither an https address nor a data URL of a picture'],
  },
  {
    name: 'a schema that is none',
    spec: { parameters: { type: 'objekt' } },
    problems: [expect.stringContaining('parameters is no JSON Schema: ')],
  },
  {
    name: 'a schema that wants to fetch another',
    spec: { parameters: { $ref: 'https://example.com/schema.json' } },
    problems: [expect.stringContaining('parameters is no JSON Schema: ')],
  },
  {
    name: 'a range that is none',
    spec: { sources: [{ repo: 'a', kubernetes: 'new ones' }] },
    problems: ['sources[0]: "new ones" is no range of versions'],
  },
  {
    name: 'a tag outside of a registry',
    spec: { sources: [{ repo: 'https://c.example.com', tag: 'v{{ .Minor }}' }] },
    problems: ['sources[0]: a tag is only in a registry, oci://, not in https://c.example.com'],
  },
  {
    name: 'values that do not parse',
    spec: { sources: [{ repo: 'a', values: 'a: {{ if }}' }] },
    problems: [expect.stringContaining('sources[0].values: ')],
  },
  {
    name: 'values that need parameters are no problem here',
    spec: { sources: [{ repo: 'a', values: 'a: {{ required "say which" .Parameters.a }}' }] },
    problems: [],
  },
  {
    name: 'a circle',
    spec: { dependsOn: [{ extension: 'a' }] },
    problems: ['it depends on itself: demo needs a needs b needs demo'],
  },
])('$name', ({ spec, problems }) => {
  expect(checkExtension(extension('demo', spec as JsonRecord), find)).toEqual(problems)
})
