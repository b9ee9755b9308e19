import { extensionKind } from '../../kinds/extension.ts'
import { apiVersion } from '../../kinds/group.ts'
import { type JsonRecord, isJsonRecord } from '../../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { NeededRight, Parameters, Route, SignedCall } from '../http/route.ts'
import * as actions from './kind-actions.ts'
import {
  listParameters,
  nameParameter as name,
  namespaceFilter,
  namespaceParameter as namespace,
  partParameters,
  shortText,
} from '../http/schema-shapes.ts'
import type { ListReader } from './list-reader.ts'
import { sortFields } from './page-of.ts'
import { kindSchemaNames, pageSchema, schemaNamed } from './schemas.ts'

/** A kind and the words that stand for it in paths. */
export interface Noun {
  readonly definition: KindDefinition
  readonly plural: string
  readonly singular: string
}

const filters: Parameters = {
  ...listParameters(sortFields, 'the name, namespace, labels, reason or message'),
  ready: {
    description: 'Only those whose condition Ready is so.',
    schema: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    example: 'False',
  },
  reason: {
    description: 'Only those whose condition Ready has this reason.',
    schema: shortText,
    example: 'Installed',
  },
  labelSelector: {
    description: 'Only those whose labels fit, written as for kubectl.',
    schema: shortText,
    example: 'team=web',
  },
}

const usableIn: Parameters = {
  usableIn: {
    description: 'Only those that this namespace may use, by their visibility.',
    schema: namespace.schema,
    example: 'default',
  },
}

const eventQuery = partParameters(
  ['lastSeen', 'type', 'reason'],
  'the type, reason, message or reporter',
  '-lastSeen',
)

/** The parameter of changes that are only tried. */
export const dryRun: Parameters = {
  dryRun: {
    description: 'Do everything but keep the result.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
}

/** The parameter of changes that must not undo those of others. */
const ifMatch: Parameters = {
  'if-match': {
    description: 'The resourceVersion that the change was made from, in quotes as an ETag has it.',
    schema: { type: 'string', maxLength: 100 },
    example: '"4711"',
  },
}

type Action = (subject: actions.Subject, call: SignedCall) => ReturnType<typeof actions.get>

/** The parts that the routes of one kind share. */
class KindFrame {
  readonly noun: Noun
  private readonly subject: actions.Subject

  constructor(noun: Noun, lists: ListReader) {
    this.noun = noun
    const { singular, definition } = noun
    const { collection } = this
    this.subject = { resource: resourceOf(definition), singular, collection, lists }
  }

  get isNamespaced(): boolean {
    return this.subject.resource.namespaced
  }

  get collection(): string {
    return `/api/v1/${this.noun.plural}`
  }

  get one(): { readonly path: string; readonly params: Parameters } {
    if (!this.isNamespaced) return { path: `${this.collection}/{name}`, params: { name } }
    return { path: `${this.collection}/{namespace}/{name}`, params: { namespace, name } }
  }

  get object() {
    const { singular, definition } = this.noun
    return { description: `The ${singular}.`, schema: schemaNamed(definition.kind) }
  }

  get body() {
    const { definition } = this.noun
    const schema = schemaNamed(kindSchemaNames(definition).toWrite)
    return { ...this.object, schema, example: exampleOf(definition) }
  }

  /** The parts of a route for one action: the right that it needs, and the function that runs. */
  does(verb: string, action: Action) {
    const { group, resource } = this.subject.resource
    const right: NeededRight = { verb, group, resource }
    const run = (call: SignedCall) => action(this.subject, call)
    return { for: 'signed-in', tag: this.noun.plural, right, run } as const
  }
}

/** The operations on the objects of one kind. All of them act with the rights of the asker. */
export function kindRoutes(noun: Noun, lists: ListReader): readonly Route[] {
  const frame = new KindFrame(noun, lists)
  return [...readRoutes(frame), ...writeRoutes(frame)]
}

function readRoutes(frame: KindFrame): readonly Route[] {
  const { plural, singular, definition } = frame.noun
  const { path, params } = frame.one
  return [
    {
      ...frame.does('list', actions.list),
      method: 'GET',
      path: frame.collection,
      operationId: `list${title(plural)}`,
      summary: `Lists ${plural}`,
      query: filtersOf(frame),
      answers: {
        200: {
          description: `A page of ${plural}.`,
          schema: pageSchema(schemaNamed(definition.kind)),
        },
      },
    },
    {
      ...frame.does('get', actions.get),
      method: 'GET',
      path,
      operationId: `get${title(singular)}`,
      summary: `Gives one ${singular}`,
      params,
      answers: { 200: frame.object },
      problems: [404],
    },
    {
      ...frame.does('get', actions.events),
      method: 'GET',
      path: `${path}/events`,
      operationId: `list${title(singular)}Events`,
      summary: `Lists the events about ${articleOf(singular)}`,
      params,
      query: eventQuery,
      answers: {
        200: { description: 'The newest first.', schema: pageSchema(schemaNamed('Event')) },
      },
      problems: [404],
    },
  ]
}

function filtersOf({ isNamespaced, noun }: KindFrame): Parameters {
  if (isNamespaced) return { ...namespaceFilter, ...filters }
  return noun.definition.kind === extensionKind.kind ? { ...usableIn, ...filters } : filters
}

function writeRoutes(frame: KindFrame): readonly Route[] {
  const { singular } = frame.noun
  const { path, params } = frame.one
  return [
    {
      ...frame.does('create', actions.create),
      method: 'POST',
      path: frame.collection,
      operationId: `create${title(singular)}`,
      summary: `Creates ${articleOf(singular)}`,
      query: dryRun,
      body: frame.body,
      answers: { 201: frame.object },
      problems: [404, 409, 422],
    },
    {
      ...frame.does('update', actions.replace),
      method: 'PUT',
      path,
      operationId: `replace${title(singular)}`,
      summary: `Replaces ${articleOf(singular)}`,
      params,
      query: dryRun,
      headers: ifMatch,
      body: frame.body,
      answers: { 200: frame.object },
      problems: [404, 409, 412, 422, 428],
    },
    {
      ...frame.does('delete', actions.remove),
      method: 'DELETE',
      path,
      operationId: `delete${title(singular)}`,
      summary: `Deletes ${articleOf(singular)}`,
      params,
      query: dryRun,
      headers: ifMatch,
      answers: { 202: { description: 'It goes; finalizers may take their time.' } },
      problems: [404, 409, 412],
    },
  ]
}

/** An object of the kind as one would send it. */
export function exampleOf({ kind, scope, example }: KindDefinition): JsonRecord {
  const place = scope === 'Namespaced' ? { namespace: 'default' } : {}
  const metadata = isJsonRecord(example['metadata']) ? example['metadata'] : {}
  return { apiVersion, kind, ...example, metadata: { ...place, ...metadata } }
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function articleOf(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}
