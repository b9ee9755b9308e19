import type { JsonRecord, JsonValue } from '../kinds/json-value.ts'
import type { KindDefinition } from '../kinds/kind-definition.ts'
import { answerExamples } from './answer-examples.ts'
import { answerExample } from './http/answer-example.ts'
import { linksOf } from './http/route-links.ts'
import type { Answer, Parameters, Route } from './http/route.ts'
import { chartSchemas } from './charts/chart-routes.ts'
import { releaseSchemas } from './releases/release-routes.ts'
import { auditSchemas } from './audit/audit-route.ts'
import { clusterSchemas } from './clusters/cluster-routes.ts'
import { previewSchemas } from './plugins/plan-routes.ts'
import { pluginSchemas } from './plugins/plugin-routes.ts'
import { eventSchemas } from './views/events-route.ts'
import { runSchemas } from './runs/run-routes.ts'
import { siteSchemas } from './sites/site-routes.ts'
import { graphSchemas } from './views/graph-route.ts'
import { searchSchemas } from './views/search-route.ts'
import { exampleOf } from './resources/kind-routes.ts'
import { commonSchemas, kindSchemas, schemaNamed } from './resources/schemas.ts'

/** Problems that every route may answer with; those for the signed-in add two. */
const everyProblem = [400, 405, 408, 413, 415, 429, 431, 500, 503]
const signedInProblems = [401, 403]

const problemTexts: Readonly<Record<number, string>> = {
  400: 'The request is not right; the causes say where.',
  401: 'Nobody is signed in.',
  403: 'The cluster does not allow it to you; denied says which right is missing.',
  404: 'It is not there, or you may not see it.',
  405: 'The path has no such method; Allow names those that it has.',
  408: 'The request did not come whole in time.',
  409: 'It is there already, or something else changed at the same moment.',
  412: 'Somebody else changed it since you read it.',
  413: 'The request is too large.',
  415: 'The body is no JSON.',
  422: 'It fits the schema and is refused by more than that; the causes say why.',
  424: 'The repository of the chart, or the cluster that was named, does not answer.',
  428: 'A change needs the version that it was made from.',
  429: 'Too many requests; Retry-After says when to come again.',
  431: 'The address and the headers together are too large.',
  500: 'An error of the server itself.',
  503: 'The cluster does not answer; Retry-After says when to come again.',
}

/** The OpenAPI document of the routes. */
export function openApiDocument(
  routes: readonly Route[],
  kinds: readonly KindDefinition[],
  version: string,
): JsonRecord {
  const examples: Examples = {
    ...answerExamples,
    ...Object.fromEntries(kinds.map((definition) => [definition.kind, exampleOf(definition)])),
  }
  const paths = new Map<string, Record<string, JsonValue>>()
  for (const route of routes) {
    const item = paths.get(route.path) ?? {}
    item[route.method.toLowerCase()] = operationOf(route, routes, examples)
    paths.set(route.path, item)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outrigger',
      version,
      description:
        'Everything that the page and the command line show and change, with your own rights.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: tagsOf(routes),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the cluster.' },
        session: { type: 'apiKey', in: 'cookie', name: 'outrigger-session' },
      },
      schemas: {
        ...commonSchemas,
        ...releaseSchemas,
        ...chartSchemas,
        ...graphSchemas,
        ...searchSchemas,
        ...runSchemas,
        ...siteSchemas,
        ...auditSchemas,
        ...eventSchemas,
        ...pluginSchemas,
        ...previewSchemas,
        ...clusterSchemas,
        ...(Object.assign({}, ...kinds.map(kindSchemas)) as Readonly<Record<string, JsonRecord>>),
      },
    },
  }
}

function tagsOf(routes: readonly Route[]): readonly JsonRecord[] {
  const names = [...new Set(routes.map(({ tag }) => tag))]
  return names.map((name) => ({ name, description: `Operations on ${name}.` }))
}

/** Examples by the names of their schemas. */
type Examples = Readonly<Record<string, JsonValue>>

function operationOf(route: Route, routes: readonly Route[], examples: Examples): JsonRecord {
  const { operationId, summary, tag, params = {}, query = {}, headers = {}, body } = route
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...parametersOf('header', headers),
  ]
  const problems = [
    ...everyProblem,
    ...(route.problems ?? []),
    // A word of another list, or a body with names that no object may have.
    ...('continue' in query || body !== undefined ? [422] : []),
    ...(route.for === 'signed-in' ? signedInProblems : []),
  ]
  return {
    operationId,
    summary,
    tags: [tag],
    security: route.for === 'signed-in' ? [{ token: [] }, { session: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            description: body.description,
            required: true,
            content: {
              'application/json': { schema: body.schema, example: body.example as JsonValue },
            },
          },
        }),
    responses: Object.fromEntries([
      ...Object.entries(route.answers).map(([status, answer]) => [
        status,
        {
          description: answer.description,
          ...contentOf(answer, examples),
          ...linked(linksOf(route, Number(status), routes)),
        },
      ]),
      ...[...new Set(problems)]
        .toSorted((a, b) => a - b)
        .map((status) => [
          String(status),
          {
            description: problemTexts[status] ?? 'An error.',
            content: { 'application/problem+json': { schema: schemaNamed('Problem') } },
          },
        ]),
    ]),
  }
}

function contentOf(answer: Answer, examples: Examples): JsonRecord {
  const { schema, mediaType = 'application/json' } = answer
  if (schema === undefined) return {}
  const example = answerExample(answer, examples)
  return { content: { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } } }
}

function linked(links: JsonRecord): JsonRecord {
  return Object.keys(links).length === 0 ? {} : { links }
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  parameters: Parameters,
): readonly JsonRecord[] {
  return Object.entries(parameters).map(([name, { description, schema, example, required }]) => ({
    name,
    in: place,
    description,
    required: required === true,
    schema,
    example,
  }))
}
