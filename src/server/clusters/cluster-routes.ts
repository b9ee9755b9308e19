import type { Answer, JsonSchema, Parameters, Reply, Route, SignedCall } from '../http/route.ts'
import {
  flag,
  listOf,
  listParameters,
  nameParameter,
  namespaceFilter,
  oneOfWords,
  shape,
  text,
  texts,
  whole,
} from '../http/schema-shapes.ts'
import { dryRun } from '../resources/kind-routes.ts'
import { schemaNamed } from '../resources/schemas.ts'
import * as actions from './cluster-actions.ts'
import type { ClusterPorts } from './cluster-actions.ts'

const readiness = { ready: oneOfWords('True', 'False', 'Unknown'), reason: text, message: text }

/** The schemas of what is on a cluster. */
export const clusterSchemas: Readonly<Record<string, JsonSchema>> = {
  ClusterExtension: shape('An extension as a cluster sees it.', {
    extension: text,
    displayName: text,
    category: text,
    description: text,
    instances: listOf(
      shape('An instance of it there.', {
        namespace: text,
        name: text,
        enabled: flag,
        version: text,
        available: { type: 'string', description: 'A newer version; empty when there is none.' },
        ...readiness,
      }),
    ),
  }),
  ClusterAddon: shape('A plugin on a cluster, whoever wrote it.', {
    namespace: text,
    name: text,
    enabled: flag,
    chart: text,
    version: text,
    release: text,
    instance: { type: 'string', description: 'The instance that wrote it; empty when none did.' },
    ...readiness,
  }),
  ConnectionTest: shape(
    'Whether a cluster was reached.',
    { reachable: flag, took: { type: 'number', description: 'Milliseconds.' } },
    { version: text, nodes: whole, kubelets: texts, message: text },
  ),
}

const kubernetes: JsonSchema = {
  type: 'string',
  pattern: '^v?1\\.\\d{1,3}(\\.\\d{1,3})?$',
  description: 'The version of Kubernetes to come.',
}

interface Part {
  readonly method: 'GET' | 'POST'
  readonly below: string
  readonly id: string
  readonly summary: string
  readonly query?: Parameters
  readonly body?: { readonly schema: JsonSchema; readonly example: unknown }
  readonly answers: Readonly<Record<number, Answer>>
  readonly run: (ports: ClusterPorts, call: SignedCall) => Promise<Reply>
}

const run: Answer = { description: 'The run that does it.', schema: schemaNamed('Run') }

function pageOf(name: string): Answer {
  return {
    description: 'A page; denied says what could not be looked at.',
    schema: shape(
      'A page.',
      {
        items: listOf(schemaNamed(name)),
        total: whole,
        denied: listOf(schemaNamed('DeniedRight')),
      },
      { continue: text },
    ),
  }
}

const parts: readonly Part[] = [
  {
    method: 'GET',
    below: 'extensions',
    id: 'listClusterExtensions',
    summary: 'Lists every extension with what a cluster has of it',
    query: {
      ...namespaceFilter,
      ...listParameters(['extension'], 'the name, category or description'),
    },
    answers: { 200: pageOf('ClusterExtension') },
    run: actions.extensions,
  },
  {
    method: 'GET',
    below: 'addons',
    id: 'listClusterAddons',
    summary: 'Lists the plugins on a cluster',
    query: {
      ...namespaceFilter,
      ...listParameters(['name', 'namespace', 'ready'], 'the name, chart, reason or message'),
    },
    answers: { 200: pageOf('ClusterAddon') },
    run: actions.addons,
  },
  {
    method: 'POST',
    below: 'test',
    id: 'testCluster',
    summary: 'Tries to reach a cluster',
    answers: { 200: { description: 'The outcome.', schema: schemaNamed('ConnectionTest') } },
    run: actions.test,
  },
  {
    method: 'POST',
    below: 'rehearse',
    id: 'rehearseCluster',
    summary: 'Says what an upgrade of Kubernetes would mean for the extensions of a cluster',
    body: {
      schema: { ...shape('The upgrade.', { kubernetes }), additionalProperties: false },
      example: { kubernetes: '1.36' },
    },
    answers: { 202: run },
    run: actions.rehearse,
  },
  {
    method: 'POST',
    below: 'upgrade-extensions',
    id: 'upgradeClusterExtensions',
    summary: 'Carries out what a rehearsal says of one phase, and waits until it is done',
    query: dryRun,
    body: {
      schema: {
        ...shape(
          'The phase.',
          { phase: oneOfWords('before', 'after') },
          { kubernetes, skip: { ...texts, maxItems: 500 } },
        ),
        additionalProperties: false,
      },
      example: { phase: 'before', kubernetes: '1.36' },
    },
    answers: { 202: run },
    run: actions.upgrade,
  },
]

/** The routes about one cluster. */
export function clusterRoutes(ports: ClusterPorts): readonly Route[] {
  return parts.map((part): Route => ({
    for: 'signed-in',
    tag: 'clusters',
    right: { verb: 'get', group: 'outrigger.dev', resource: 'clusters' },
    method: part.method,
    path: `/api/v1/clusters/{name}/${part.below}`,
    operationId: part.id,
    summary: part.summary,
    params: { name: { ...nameParameter, example: 'local' } },
    ...(part.query === undefined ? {} : { query: part.query }),
    ...(part.body === undefined ? {} : { body: { description: 'What is asked.', ...part.body } }),
    answers: part.answers,
    problems: [404, 409, 422],
    run: (call) => part.run(ports, call),
  }))
}
