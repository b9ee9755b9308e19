import type { JsonRecord } from '../../kinds/json-value.ts'
import type { KindDefinition } from '../../kinds/kind-definition.ts'
import { openApiOf } from '../../kinds/schema/open-api.ts'
import { apiVersion } from '../../kinds/group.ts'

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

/** The schema of the objects of a kind. */
export function objectSchema(definition: KindDefinition): JsonRecord {
  const { kind, description, spec, status, scope } = definition
  return {
    type: 'object',
    description,
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { type: 'string', const: apiVersion },
      kind: { type: 'string', const: kind },
      metadata:
        scope === 'Cluster'
          ? metadataSchema
          : { ...metadataSchema, required: ['name', 'namespace'] },
      spec: openApiOf(spec),
      // A newer operator may write more; clients pass over what they do not know.
      status: { ...openApiOf(status), additionalProperties: true },
    },
  }
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
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
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
