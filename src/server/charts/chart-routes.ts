import type { Answer, JsonSchema, Parameters, Reply, Route, SignedCall } from '../http/route.ts'
import {
  flag,
  listOf,
  listParameters,
  nameParameter,
  namespaceFilter,
  namespaceParameter,
  oneOfWords,
  shape,
  shortText,
  text,
  texts,
  whole,
} from '../http/schema-shapes.ts'
import { schemaNamed } from '../resources/schemas.ts'
import * as actions from './chart-actions.ts'
import type { ChartPorts } from './chart-actions.ts'

const origin = oneOfWords('builtin', 'platform', 'custom')
const version = { name: text, version: text, appVersion: text }

/** The schemas of the answers about charts. */
export const chartSchemas: Readonly<Record<string, JsonSchema>> = {
  Chart: shape('A chart of the catalogue; its newest version says what is said about it.', {
    name: text,
    repository: { type: 'string', description: 'NAMESPACE/NAME of the newest version.' },
    origin,
    category: text,
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    description: text,
    keywords: texts,
    home: text,
    icon: text,
    deprecated: flag,
    created: text,
    versions: listOf(
      shape('One version.', {
        version: text,
        appVersion: text,
        kubeVersion: text,
        deprecated: flag,
        repository: text,
        origin,
      }),
    ),
  }),
  ChartText: shape('A text of a chart.', { ...version, text }),
  ChartImages: shape('The images of a chart as it renders with its own values.', {
    ...version,
    images: listOf(
      shape('An image.', {
        image: text,
        reference: { type: 'string', description: 'With host and tag written out.' },
        certainty: oneOfWords('certain', 'with', 'maybe'),
        places: listOf(
          shape(
            'A place that names it.',
            { kind: text, name: text, field: text },
            { container: text, moment: text },
          ),
        ),
      }),
    ),
    notices: texts,
  }),
}

const boolean = (description: string) => ({
  description,
  schema: { type: 'boolean', default: false },
  example: true,
})

const listQuery: Parameters = {
  ...namespaceFilter,
  ...listParameters(
    ['name', 'category', 'repository', 'created'],
    'the name, description, category or keywords',
  ),
  origin: {
    description: 'Only charts of repositories of this origin.',
    schema: origin,
    example: 'builtin',
  },
  category: { description: 'Only this category.', schema: shortText, example: 'monitoring' },
  repository: {
    description: 'Only charts of this repository, NAMESPACE/NAME.',
    schema: shortText,
    example: 'outrigger-system/builtin',
  },
  labels: {
    description: 'Only charts whose labels fit, written as for kubectl.',
    schema: shortText,
    example: 'tier=core',
  },
  kubernetes: {
    description: 'Only versions for this version of Kubernetes.',
    schema: { type: 'string', pattern: '^v?\\d+\\.\\d+(\\.\\d+)?$' },
    example: '1.36',
  },
  prereleases: boolean('Also versions before a release.'),
  deprecated: boolean('Also deprecated charts.'),
}

const params: Parameters = {
  namespace: { ...namespaceParameter, description: 'The namespace of the repository.' },
  repository: { ...nameParameter, description: 'The repository.', example: 'builtin' },
  chart: {
    description: 'The name of the chart; slashes are written as %2F.',
    schema: { type: 'string', minLength: 1, maxLength: 250, pattern: '^[A-Za-z0-9][\\w./-]*$' },
    example: 'dns',
    required: true,
  },
}

const versionQuery: Parameters = {
  version: {
    description: 'A version or range; the newest release unless given.',
    schema: { type: 'string', maxLength: 200 },
    example: '1.2.3',
  },
}

interface Part {
  readonly id: string
  readonly below: string
  readonly summary: string
  readonly params?: Parameters
  readonly query?: Parameters
  readonly answer: Answer
  readonly run: (ports: ChartPorts, call: SignedCall) => Promise<Reply>
}

const textAnswer = (description: string): Answer => ({
  description,
  schema: schemaNamed('ChartText'),
})

const parts: readonly Part[] = [
  {
    id: 'getChart',
    below: '',
    summary: 'Gives a chart with all its versions',
    answer: { description: 'The chart.', schema: schemaNamed('Chart') },
    run: actions.get,
  },
  {
    id: 'getChartReadme',
    below: '/readme',
    summary: 'Gives the README of a chart',
    query: versionQuery,
    answer: textAnswer('Markdown without HTML; its pictures are those of this server.'),
    run: actions.readme,
  },
  {
    id: 'getChartReadmePicture',
    below: '/readme/pictures/{number}',
    summary: 'Gives a picture of the README of a chart, without anything that acts',
    params: {
      number: {
        description: 'Which picture; the first is 0.',
        schema: { type: 'integer', minimum: 0, maximum: 63 },
        example: 0,
        required: true,
      },
    },
    query: versionQuery,
    answer: { description: 'The picture.', mediaType: 'image/*', schema: { type: 'string' } },
    run: actions.readmePicture,
  },
  {
    id: 'getChartValues',
    below: '/values',
    summary: 'Gives the default values of a chart',
    query: versionQuery,
    answer: textAnswer('YAML, with its comments.'),
    run: actions.values,
  },
  {
    id: 'getChartSchema',
    below: '/schema',
    summary: 'Gives the schema of the values of a chart',
    query: versionQuery,
    answer: textAnswer('JSON Schema; empty when the chart has none.'),
    run: actions.schema,
  },
  {
    id: 'getChartPackage',
    below: '/package',
    summary: 'Gives the packaged chart',
    query: versionQuery,
    answer: {
      description: 'The archive, as helm pulls it.',
      mediaType: 'application/gzip',
      schema: { type: 'string', contentMediaType: 'application/gzip' },
    },
    run: actions.archive,
  },
  {
    id: 'getChartExtension',
    below: '/extension',
    summary: 'Gives the extension that a chart would make; nothing is created',
    query: {
      ...versionQuery,
      also: {
        description: 'More versions that it offers, separated by commas.',
        schema: { type: 'string', maxLength: 1000 },
        example: '1.2.2,1.1.0',
      },
    },
    answer: {
      description: 'An extension with a source for every version.',
      schema: schemaNamed('Extension'),
    },
    run: actions.extension,
  },
  {
    id: 'listChartImages',
    below: '/images',
    summary: 'Lists the images of a chart',
    query: versionQuery,
    answer: { description: 'The images.', schema: schemaNamed('ChartImages') },
    run: actions.images,
  },
]

const right = (verb: string) => ({ verb, group: 'outrigger.dev', resource: 'repositories' })

/** The routes about charts. They see what the Repositories offer that the asker may see. */
export function chartRoutes(ports: ChartPorts): readonly Route[] {
  return [
    {
      for: 'signed-in',
      tag: 'charts',
      right: right('list'),
      method: 'GET',
      path: '/api/v1/charts',
      operationId: 'listCharts',
      summary: 'Lists the charts of the catalogue',
      query: listQuery,
      answers: {
        200: {
          description: 'A page of charts.',
          schema: shape(
            'A page of charts.',
            { items: listOf(schemaNamed('Chart')), total: whole, notices: texts },
            { continue: text },
          ),
        },
      },
      problems: [424],
      run: (call) => actions.list(ports, call),
    },
    ...parts.map(({ id, below, summary, params: more = {}, query = {}, answer, run }): Route => ({
      for: 'signed-in',
      tag: 'charts',
      right: right('get'),
      method: 'GET',
      path: `/api/v1/charts/{namespace}/{repository}/{chart}${below}`,
      operationId: id,
      summary,
      params: { ...params, ...more },
      query,
      answers: { 200: answer },
      problems: [404, 409, 422, 424],
      run: (call) => run(ports, call),
    })),
  ]
}
