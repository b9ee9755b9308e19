import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import type { JsonSchema, Reply, Route, SignedCall } from '../http/route.ts'
import {
  flag,
  listParameters,
  namespaceFilter,
  oneOfWords,
  shape,
  text,
  textOf,
  whole,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { type ObjectEvent, eventResource, readEvent } from '../resources/events-of.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { pageSchema, schemaNamed } from '../resources/schemas.ts'

/** The schema of an event with what it is about. */
export const eventSchemas: Readonly<Record<string, JsonSchema>> = {
  EventAbout: shape('An event, and the object that it is about.', {
    id: { type: 'string', description: 'NAMESPACE/NAME of the event.' },
    type: text,
    reason: text,
    message: text,
    count: whole,
    firstSeen: text,
    lastSeen: text,
    reportedBy: text,
    kind: text,
    namespace: text,
    name: text,
    ours: { ...flag, description: 'Whether the object is of one of our kinds.' },
  }),
}

interface EventRow extends ObjectEvent {
  readonly id: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly ours: boolean
}

const order: RowOrder<EventRow> = {
  idOf: ({ id }) => id,
  fields: {
    lastSeen: ({ lastSeen }) => lastSeen,
    reason: ({ reason }) => reason,
    name: ({ name }) => name,
  },
}

/** The events of a namespace, or of all of them. */
export const eventsRoute: Route = {
  for: 'signed-in',
  tag: 'events',
  right: { verb: 'list', group: '', resource: 'events' },
  method: 'GET',
  path: '/api/v1/events',
  operationId: 'listEvents',
  summary: 'Lists events',
  query: {
    ...namespaceFilter,
    ...listParameters(
      ['lastSeen', 'reason', 'name'],
      'the kind, name, reason or message',
      '-lastSeen',
    ),
    type: {
      description: 'Only events of this type.',
      schema: oneOfWords('Normal', 'Warning'),
      example: 'Warning',
    },
    ours: {
      description: 'Only events about objects of our kinds.',
      schema: { type: 'boolean', default: false },
      example: true,
    },
  },
  answers: {
    200: { description: 'A page of events.', schema: pageSchema(schemaNamed('EventAbout')) },
  },
  run: list,
}

async function list({ client, signal, query }: SignedCall): Promise<Reply> {
  const namespace = textOf(query['namespace'])
  const place = namespace === '' ? {} : { namespace }
  const { objects } = await told(
    () => listObjects(client, { resource: eventResource, ...place }, {}, signal),
    { verb: 'list', group: '', resource: 'events', namespace },
  )
  const type = textOf(query['type'])
  const rows = objects
    .map(rowOf)
    .filter(
      (one) =>
        (type === '' || one.type === type) &&
        (query['ours'] !== true || one.ours) &&
        hasWords(textOf(query['search']), [one.kind, one.name, one.reason, one.message]),
    )
  const page = cutPage(rows, order, cutRequestOf(query, '-lastSeen'))
  return { status: 200, body: page }
}

function rowOf(event: KubeObject): EventRow {
  const about = (field: string) => textAt(event, ['involvedObject', field])
  return {
    ...readEvent(event),
    id: `${textAt(event, ['metadata', 'namespace'])}/${textAt(event, ['metadata', 'name'])}`,
    kind: about('kind'),
    namespace: about('namespace'),
    name: about('name'),
    ours: about('apiVersion').startsWith('outrigger.dev/'),
  }
}
