import { apiVersion } from '../../kinds/group.ts'
import { type JsonRecord, isJsonRecord } from '../../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { NeededRight, Parameters, Route, SignedCall } from '../http/route.ts'
import * as actions from './kind-actions.ts'
import { mostOnPage, sortFields, usualPage } from './page-of.ts'
import { pageSchema, schemaNamed } from './schemas.ts'

/** A kind and the words that stand for it in paths. */
export interface Noun {
  readonly definition: KindDefinition
  readonly plural: string
  readonly singular: string
}

const name = {
  description: 'The name of the object.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$',
  },
  example: 'dns',
  required: true,
} as const

const namespace = {
  description: 'The namespace of the object.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 63,
    pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  },
  example: 'default',
  required: true,
} as const

const shortText = { type: 'string', maxLength: 500 } as const

const namespaceFilter: Parameters = {
  namespace: {
    description: 'Only those of this namespace; of all namespaces unless given.',
    schema: namespace.schema,
    example: 'default',
  },
}

const filters: Parameters = {
  search: {
    description: 'Words that must all be in the name, namespace, labels, reason or message.',
    schema: shortText,
    example: 'dns',
  },
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
  sort: {
    description: 'The order; a minus turns it around.',
    schema: {
      type: 'string',
      enum: sortFields.flatMap((field) => [field, `-${field}`]),
      default: 'name',
    },
    example: '-age',
  },
  limit: {
    description: 'How many at most.',
    schema: { type: 'integer', minimum: 1, maximum: mostOnPage, default: usualPage },
    example: 50,
  },
  continue: {
    description: 'The value that the page before gave as continue.',
    schema: { type: 'string', maxLength: 4096 },
    example: '',
  },
}

const dryRun: Parameters = {
  dryRun: {
    description: 'Do everything but keep the result.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
}

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

  constructor(noun: Noun) {
    this.noun = noun
    this.subject = { resource: resourceOf(noun.definition), singular: noun.singular }
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
    return { ...this.object, example: exampleOf(this.noun.definition) }
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
export function kindRoutes(noun: Noun): readonly Route[] {
  const frame = new KindFrame(noun)
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
      query: frame.isNamespaced ? { ...namespaceFilter, ...filters } : filters,
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
      answers: {
        200: { description: 'The newest first.', schema: pageSchema(schemaNamed('Event')) },
      },
      problems: [404],
    },
  ]
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
