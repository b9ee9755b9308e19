import type { Answer, JsonSchema, Parameters, Reply, Route, SignedCall } from '../http/route.ts'
import {
  anyObject,
  flag,
  listOf,
  listParameters,
  partParameters,
  nameParameter,
  namespaceFilter,
  namespaceParameter,
  oneOfWords,
  shape,
  text,
  whole,
} from '../http/schema-shapes.ts'
import { pageSchema, schemaNamed } from '../resources/schemas.ts'
import type { RunView } from '../threads/view-threads.ts'
import * as actions from './release-actions.ts'

const statuses = [
  'unknown',
  'deployed',
  'uninstalled',
  'superseded',
  'failed',
  'uninstalling',
  'pending-install',
  'pending-upgrade',
  'pending-rollback',
] as const

const revisionFacts = {
  revision: whole,
  status: oneOfWords(...statuses),
  updated: text,
  description: text,
  chart: text,
  chartVersion: text,
  appVersion: text,
}

const objectName = { apiVersion: text, kind: text, namespace: text, name: text }

/** The schemas of the answers about releases. */
export const releaseSchemas: Readonly<Record<string, JsonSchema>> = {
  ReleaseRevision: shape('One revision of a release.', revisionFacts, {
    firstDeployed: text,
    icon: text,
  }),
  Release: shape(
    'A release: rendered objects on a cluster, as its newest revision describes it.',
    { namespace: text, name: text, ...revisionFacts },
    {
      firstDeployed: text,
      icon: text,
      notes: text,
      recorded: text,
      owner: shape('The object of ours that it belongs to.', {
        kind: text,
        namespace: text,
        name: text,
      }),
    },
  ),
  FieldChange: shape(
    'One difference between two objects.',
    { is: oneOfWords('added', 'removed', 'changed', 'reordered'), path: text },
    { before: {}, after: {} },
  ),
  ReleaseObject: shape(
    'An object of a release as it is on the cluster.',
    {
      ...objectName,
      source: text,
      status: oneOfWords('Current', 'InProgress', 'Failed', 'Terminating', 'NotFound', 'Unknown'),
      reason: text,
      message: text,
    },
    {
      object: anyObject,
      causes: listOf(
        listOf(
          shape('One step of an explanation.', { subject: text, reason: text, message: text }),
        ),
      ),
      made: listOf(
        shape(
          'An object that it made, directly or not.',
          { ...objectName, owner: text, status: text, reason: text, message: text },
          { phase: text, containers: listOf(text) },
        ),
      ),
    },
  ),
  RevisionDiff: shape('How two revisions differ.', {
    from: schemaNamed('ReleaseRevision'),
    to: schemaNamed('ReleaseRevision'),
    values: listOf(schemaNamed('FieldChange')),
    objects: listOf(
      shape(
        'An object that one has and the other has not, or has otherwise.',
        {
          ...objectName,
          action: oneOfWords('added', 'removed', 'changed'),
          changes: listOf(schemaNamed('FieldChange')),
        },
        { object: anyObject },
      ),
    ),
    unchanged: whole,
  }),
  DriftedObject: shape('An object that others changed.', {
    ...objectName,
    is: oneOfWords('gone', 'changed', 'unknown'),
    changes: listOf(schemaNamed('FieldChange')),
    managers: listOf(
      shape('Whoever has a field that the release wants otherwise.', {
        field: text,
        manager: text,
        subresource: text,
      }),
    ),
    notices: listOf(text),
  }),
}

const revision: Parameters = {
  revision: {
    description: 'Which revision; the newest unless given.',
    schema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
    example: 2,
  },
}

const secrets: Parameters = {
  secrets: {
    description: 'Whether secret values are shown, to somebody who may get Secrets there.',
    schema: { type: 'string', enum: ['masked', 'shown'], default: 'masked' },
    example: 'masked',
  },
}

const right = { verb: 'list', group: '', resource: 'secrets' } as const
const params: Parameters = { namespace: namespaceParameter, name: nameParameter }

const objectList = partParameters(['place', 'kind', 'name'], 'the kind, namespace or name')

interface Part {
  readonly id: string
  readonly below: string
  readonly summary: string
  readonly query?: Parameters
  readonly answer: Answer
  readonly run: (call: SignedCall, view: RunView) => Promise<Reply>
}

const parts: readonly Part[] = [
  {
    id: 'getRelease',
    below: '',
    summary: 'Gives one release, or one of its revisions',
    query: revision,
    answer: { description: 'The release.', schema: schemaNamed('Release') },
    run: actions.get,
  },
  {
    id: 'listReleaseHistory',
    below: '/history',
    summary: 'Lists the revisions of a release',
    query: partParameters(
      ['revision', 'status', 'updated'],
      'the number, status, description, chart or version',
      '-revision',
    ),
    answer: {
      description: 'The newest first.',
      schema: pageSchema(schemaNamed('ReleaseRevision')),
    },
    run: actions.history,
  },
  {
    id: 'getReleaseValues',
    below: '/values',
    summary: 'Gives the values of a release',
    query: {
      ...revision,
      all: {
        description: 'With the defaults of the chart.',
        schema: { type: 'boolean', default: false },
        example: true,
      },
      ...secrets,
    },
    answer: {
      description: 'The values, as data and as YAML.',
      schema: shape('Values.', { revision: whole, values: anyObject, text }),
      example: { revision: 2, values: { replicas: 2 }, text: 'replicas: 2\n' },
    },
    run: actions.values,
  },
  {
    id: 'getReleaseManifest',
    below: '/manifest',
    summary: 'Gives the objects of a release as they were rendered',
    query: { ...revision, ...secrets },
    answer: {
      description: 'The objects, as data and as YAML; hooks last.',
      schema: shape('A manifest.', {
        revision: whole,
        objects: listOf(shape('An object.', { object: anyObject, source: text, isHook: flag })),
        text,
      }),
      example: {
        revision: 2,
        objects: [
          {
            object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'component-a' } },
            source: 'component-a/templates/account.yaml',
            isHook: false,
          },
        ],
        text: 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: component-a\n',
      },
    },
    run: actions.manifest,
  },
  {
    id: 'getReleaseNotes',
    below: '/notes',
    summary: 'Gives the notes of a release',
    query: revision,
    answer: {
      description: 'The notes.',
      schema: shape('Notes.', { revision: whole, text }),
      example: { revision: 2, text: 'component-a listens on port 8080.\n' },
    },
    run: actions.notes,
  },
  {
    id: 'listReleaseObjects',
    below: '/objects',
    summary: 'Lists the objects of a release as they are on the cluster',
    query: { ...revision, ...objectList },
    answer: {
      description: 'In the order of the manifest.',
      schema: pageSchema(schemaNamed('ReleaseObject')),
    },
    run: actions.objects,
  },
  {
    id: 'diffRelease',
    below: '/diff',
    summary: 'Says how two revisions of a release differ',
    query: {
      from: {
        description: 'The older revision; the one before the other unless given.',
        schema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
        example: 1,
      },
      to: {
        description: 'The newer revision; the newest unless given.',
        schema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
        example: 2,
      },
    },
    answer: { description: 'The differences.', schema: schemaNamed('RevisionDiff') },
    run: actions.diff,
  },
  {
    id: 'getReleaseDrift',
    below: '/drift',
    summary: 'Lists what others changed since the newest revision, and who they are',
    query: objectList,
    answer: {
      description: 'The objects that are not as the release made them.',
      schema: shape(
        'Drift.',
        {
          revision: whole,
          items: listOf(schemaNamed('DriftedObject')),
          total: whole,
        },
        { continue: text },
      ),
    },
    run: actions.drift,
  },
]

/** The routes about releases: all of them read Helm's records with the rights of the asker. */
export const releaseRoutes = (view: RunView): readonly Route[] => [
  {
    for: 'signed-in',
    tag: 'releases',
    right,
    method: 'GET',
    path: '/api/v1/releases',
    operationId: 'listReleases',
    summary: 'Lists releases',
    query: {
      ...namespaceFilter,
      ...listParameters(
        ['name', 'namespace', 'status', 'recorded'],
        'the namespace, name, status or owner',
      ),
      status: {
        description: 'Only those whose newest revision has this status.',
        schema: oneOfWords(...statuses),
        example: 'failed',
      },
    },
    answers: {
      200: { description: 'A page of releases.', schema: pageSchema(schemaNamed('Release')) },
    },
    run: actions.list,
  },
  ...parts.map(({ id, below, summary, query = {}, answer, run }): Route => ({
    for: 'signed-in',
    tag: 'releases',
    right,
    method: 'GET',
    path: `/api/v1/releases/{namespace}/{name}${below}`,
    operationId: id,
    summary,
    params,
    query,
    answers: { 200: answer },
    problems: [404, 422],
    run: (call: SignedCall) => run(call, view),
  })),
]
