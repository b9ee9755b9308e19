import type { ApiResource } from '../../kube/api-resource.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { type Json, fieldOf } from '../../objects/json.ts'
import { listAt, readPath } from '../../objects/kube-object.ts'
import { problemOf } from '../http/problem.ts'
import type { Route, SignedCall } from '../http/route.ts'
import { schemaNamed } from '../resources/schemas.ts'

const reviews: ApiResource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectrulesreviews',
  kind: 'SelfSubjectRulesReview',
  namespaced: false,
}

/** The rights of the asker, so that a page offers nothing else. */
export const rightsRoute: Route = {
  method: 'GET',
  path: '/api/v1/rights',
  operationId: 'getRights',
  summary: 'Tells what you may do in a namespace',
  tag: 'session',
  for: 'signed-in',
  query: {
    namespace: {
      description: 'The namespace.',
      schema: { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' },
      example: 'default',
      required: true,
    },
  },
  answers: { 200: { description: 'Your rights there.', schema: schemaNamed('Rights') } },
  run: async (call) => ({
    status: 200,
    body: await rightsOf(call, String(call.query['namespace'])),
  }),
}

async function rightsOf({ client, signal }: SignedCall, namespace: string) {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: reviews.kind,
    metadata: {},
    spec: { namespace },
  }
  try {
    const { object } = await createObject(client, reviews, review, {}, signal)
    const rules = listAt(object, ['status', 'resourceRules']).map((rule) => ({
      verbs: texts(rule, 'verbs'),
      apiGroups: texts(rule, 'apiGroups'),
      resources: texts(rule, 'resources'),
      resourceNames: texts(rule, 'resourceNames'),
    }))
    return { namespace, rules, incomplete: readPath(object, ['status', 'incomplete']) === true }
  } catch (error) {
    throw problemOf(error)
  }
}

function texts(rule: Json, field: string): readonly string[] {
  const value = fieldOf(rule, field)
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
