import { type JsonRecord, type JsonValue, isJsonRecord } from '../../kinds/json-value.ts'
import type { KindDefinition } from '../../kinds/kind-definition.ts'
import { openApiOf } from '../../kinds/schema/open-api.ts'
import { apiVersion } from '../../kinds/group.ts'
import { namespaceParameter } from '../http/schema-shapes.ts'

/** The schemas that routes refer to by name, beside those of the kinds. */
export const commonSchemas: Readonly<Record<string, JsonRecord>> = {
  Problem: {
    type: 'object',
    description: 'An error, as RFC 9457 writes it.',
    required: ['type', 'title', 'status', 'detail', 'reason'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'What happened, why, and what to do.' },
      reason: { type: 'string', description: 'One word that a program can compare.' },
      denied: {
        type: 'object',
        description: 'The right that is missing.',
        required: ['verb', 'group', 'resource', 'namespace'],
        properties: {
          verb: { type: 'string' },
          group: { type: 'string' },
          resource: { type: 'string' },
          namespace: { type: 'string' },
        },
      },
      causes: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: { field: { type: 'string' }, message: { type: 'string' } },
        },
      },
      versions: {
        type: 'object',
        description:
          'Of a lost update: the version that the change was made from, and the one that is there.',
        required: ['yours', 'current'],
        properties: { yours: { type: 'string' }, current: { type: 'string' } },
      },
    },
    example: {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'query.limit must be at most 1000, and 2000 was found',
      reason: 'BadRequest',
      causes: [{ field: 'query.limit', message: 'must be at most 1000, and 2000 was found' }],
    },
  },
  Me: {
    type: 'object',
    description: 'The person or program that is signed in.',
    required: ['user', 'groups', 'signedInBy', 'csrfToken', 'sandbox'],
    properties: {
      user: { type: 'string' },
      groups: { type: 'array', items: { type: 'string' } },
      signedInBy: { type: 'string', enum: ['token', 'session', 'certificate', 'proxy'] },
      csrfToken: {
        type: 'string',
        description: 'Send it as x-csrf-token with every change; empty when a token signs you in.',
      },
      sandbox: { type: 'boolean', description: 'Whether workloads are simulated.' },
    },
  },
  Event: {
    type: 'object',
    description: 'An event about an object, as Kubernetes has it.',
    required: ['type', 'reason', 'message', 'count', 'lastSeen'],
    properties: {
      type: { type: 'string' },
      reason: { type: 'string' },
      message: { type: 'string' },
      count: { type: 'integer' },
      firstSeen: { type: 'string' },
      lastSeen: { type: 'string' },
      reportedBy: { type: 'string' },
    },
  },
  SignInLink: {
    type: 'object',
    description: 'A link that signs in once, within 15 minutes.',
    required: ['path'],
    properties: { path: { type: 'string', description: 'On this server.' } },
  },
  SignInMethods: {
    type: 'object',
    description: 'How one can sign in.',
    required: ['token', 'link', 'certificate'],
    properties: {
      token: { type: 'boolean' },
      link: { type: 'boolean' },
      certificate: { type: 'boolean' },
      oidc: { type: 'string', description: 'The path that begins it; absent when there is none.' },
    },
  },
  StreamEvent: {
    type: 'object',
    description: 'One message of a stream of server-sent events.',
    required: ['id', 'event', 'data'],
    properties: {
      id: { type: 'string' },
      event: { type: 'string', enum: ['reset', 'changed', 'deleted', 'denied', 'ready'] },
      data: { type: 'string', description: 'JSON text.' },
    },
  },
  Rights: {
    type: 'object',
    description: 'What the asker may do in a namespace.',
    required: ['namespace', 'rules', 'incomplete'],
    properties: {
      namespace: { type: 'string' },
      incomplete: {
        type: 'boolean',
        description: 'Whether the cluster could not tell everything.',
      },
      rules: {
        type: 'array',
        items: {
          type: 'object',
          required: ['verbs', 'apiGroups', 'resources', 'resourceNames'],
          properties: Object.fromEntries(
            ['verbs', 'apiGroups', 'resources', 'resourceNames'].map((name) => [
              name,
              { type: 'array', items: { type: 'string' } },
            ]),
          ),
        },
      },
    },
  },
}

/** The schemas of a kind: its spec, its objects as they are read, and its objects as they are written. */
export function kindSchemas(definition: KindDefinition): Readonly<Record<string, JsonRecord>> {
  const { kind, spec, status, description } = definition
  const names = kindSchemaNames(definition)
  const written = { type: 'object', additionalProperties: true } as const
  const ignored = { ...written, description: 'Ignored: the operator alone writes it.' }
  // A newer operator may write more; clients pass over what they do not know.
  const told = { ...openApiOf(status), additionalProperties: true }
  return {
    [names.spec]: closed(openApiOf(spec)),
    [kind]: objectSchema(definition, description, told),
    [names.toWrite]: closed(
      withNulls(objectSchema(definition, `${description} As it is written.`, ignored)),
    ),
  }
}

/** The names of the schemas of a kind besides its own. */
export function kindSchemaNames({ kind }: Pick<KindDefinition, 'kind'>) {
  return { spec: `${kind}Spec`, toWrite: `${kind}ToWrite` } as const
}

function objectSchema(
  definition: KindDefinition,
  description: string,
  status: JsonRecord,
): JsonRecord {
  const { kind, scope } = definition
  return {
    type: 'object',
    description,
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { type: 'string', const: apiVersion },
      kind: { type: 'string', const: kind },
      metadata: scope === 'Cluster' ? metadataSchema : namespacedMetadata,
      spec: schemaNamed(kindSchemaNames(definition).spec),
      status,
    },
  }
}

/** Metadata may be written as null where it may be left out, as kubectl prints it. */
function withNulls(schema: JsonRecord): JsonRecord {
  const properties = schema['properties'] as JsonRecord
  const metadata = properties['metadata'] as JsonRecord
  const required = metadata['required'] as readonly string[]
  const fields = Object.entries(metadata['properties'] as Readonly<Record<string, JsonRecord>>)
  const nullable = fields.map(([name, field]) => [
    name,
    required.includes(name) ? field : { ...field, type: [field['type'], 'null'] },
  ])
  const written = { ...metadata, properties: Object.fromEntries(nullable) as JsonRecord }
  return { ...schema, properties: { ...properties, metadata: written } }
}

/** The same schema without room for fields that it does not name: the cluster refuses them. */
function closed(schema: JsonRecord): JsonRecord {
  const inside = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closedPart(name, value)]),
  )
  const isOpen =
    schema['properties'] === undefined ||
    schema['additionalProperties'] !== undefined ||
    schema['x-kubernetes-preserve-unknown-fields'] === true
  return isOpen ? inside : { ...inside, additionalProperties: false }
}

function closedPart(name: string, value: JsonValue): JsonValue {
  if (!isJsonRecord(value)) return value
  if (name === 'items' || name === 'additionalProperties') return closed(value)
  if (name !== 'properties') return value
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, isJsonRecord(one) ? closed(one) : one]),
  )
}

const texts: JsonRecord = { type: 'object', additionalProperties: { type: 'string' } }
const whole: JsonRecord = { type: 'integer' }

const ownerReference: JsonRecord = {
  type: 'object',
  required: ['apiVersion', 'kind', 'name', 'uid'],
  properties: {
    ...Object.fromEntries(
      ['apiVersion', 'kind', 'name', 'uid'].map((name) => [name, { type: 'string' }]),
    ),
    controller: { type: 'boolean' },
    blockOwnerDeletion: { type: 'boolean' },
  },
}

const metadataSchema: JsonRecord = {
  type: 'object',
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 253,
      pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$',
    },
    namespace: { type: 'string', maxLength: 63 },
    resourceVersion: { type: 'string' },
    uid: { type: 'string' },
    generation: whole,
    creationTimestamp: { type: 'string' },
    deletionTimestamp: { type: 'string' },
    deletionGracePeriodSeconds: whole,
    generateName: { type: 'string' },
    labels: texts,
    annotations: texts,
    finalizers: { type: 'array', items: { type: 'string' } },
    ownerReferences: { type: 'array', items: ownerReference },
  },
}

const namespacedMetadata: JsonRecord = {
  ...metadataSchema,
  required: ['name', 'namespace'],
  properties: {
    ...(metadataSchema['properties'] as JsonRecord),
    namespace: namespaceParameter.schema,
  },
}

/** The schema of a page of something. */
export function pageSchema(item: JsonRecord): JsonRecord {
  return {
    type: 'object',
    required: ['items', 'total'],
    properties: {
      items: { type: 'array', items: item },
      total: { type: 'integer', minimum: 0, description: 'All that fit the filters.' },
      continue: { type: 'string', description: 'Give it back to have the next page.' },
    },
  }
}

/** A reference to a schema of the document. */
export function schemaNamed(name: string): JsonRecord {
  return { $ref: `#/components/schemas/${name}` }
}
