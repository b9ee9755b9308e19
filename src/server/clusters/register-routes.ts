import {
  type GivenKubeconfig,
  type NewCluster,
  registerCluster,
} from '../../actions/clusters/register-cluster.ts'
import { testKubeconfig } from '../../actions/clusters/test-connection.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import type { Connect } from '../../kube/connect.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { DeniedRight } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'
import type { JsonSchema, Reply, Route, SignedCall } from '../http/route.ts'
import { namespaceParameter, nameParameter, shape } from '../http/schema-shapes.ts'
import { problemFrom, told } from '../http/told-problem.ts'
import { dryRun } from '../resources/kind-routes.ts'
import { schemaNamed } from '../resources/schemas.ts'

/** Bytes of the longest kubeconfig that is read. */
const longestKubeconfig = 262_144

const kubeconfig: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: longestKubeconfig,
  description: 'Its text. It may hold only data: no programs, plugins, proxies or file names.',
}

const example = `apiVersion: v1
kind: Config
current-context: edge
contexts: [{name: edge, context: {cluster: edge, user: edge}}]
clusters: [{name: edge, cluster: {server: "https://edge.example.com:6443"}}]
users: [{name: edge, user: {token: secret}}]
`

const common = {
  for: 'signed-in',
  tag: 'clusters',
  method: 'POST',
  right: { verb: 'create', group: 'outrigger.dev', resource: 'clusters' },
} as const

/** The routes that tell the platform of a cluster whose kubeconfig somebody has. Nothing is stored of one that does not answer. */
export function registerRoutes(connect: Connect): readonly Route[] {
  return [testRoute(connect), registerRoute(connect)]
}

function testRoute(connect: Connect): Route {
  return {
    ...common,
    path: '/api/v1/kubeconfigs/test',
    operationId: 'testKubeconfig',
    summary: 'Tries to reach the cluster of a kubeconfig; nothing is stored',
    body: {
      description: 'The kubeconfig.',
      schema: { ...shape('What is tried.', { kubeconfig }), additionalProperties: false },
      example: { kubeconfig: example },
    },
    answers: { 200: { description: 'The outcome.', schema: schemaNamed('ConnectionTest') } },
    problems: [422],
    run: async (call: SignedCall) => {
      await checkRights(call)
      const { kubeconfig: text } = call.body as { readonly kubeconfig: string }
      return { status: 200, body: await tried({ text, from: pasted }, connect, call) }
    },
  }
}

function registerRoute(connect: Connect): Route {
  const names: JsonSchema = {
    type: 'array',
    maxItems: 256,
    items: { type: 'string', maxLength: 63, pattern: '^(\\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$' },
    description: 'The namespaces that may use it besides that of the platform; `*` is all.',
  }
  const labels: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } }
  const schema = shape(
    'The cluster.',
    { kubeconfig },
    { labels, allowedNamespaces: names, namespace: namespaceParameter.schema },
  )
  return {
    ...common,
    path: '/api/v1/clusters/{name}/register',
    operationId: 'registerCluster',
    summary: 'Tells the platform of a cluster by its kubeconfig, which is tried first',
    params: { name: { ...nameParameter, example: 'edge-1' } },
    query: dryRun,
    body: {
      description: 'The kubeconfig, and who may use the cluster.',
      schema: { ...schema, additionalProperties: false },
      example: { kubeconfig: example, labels: { stage: 'production' } },
    },
    answers: { 201: { description: 'The cluster.', schema: schemaNamed(clusterKind.kind) } },
    problems: [404, 409, 422],
    run: (call: SignedCall) => register(connect, call),
  }
}

const pasted = 'this request'

type RegisterBody = { readonly kubeconfig: string } & Partial<
  Pick<NewCluster, 'labels' | 'allowedNamespaces' | 'namespace'>
>

async function register(connect: Connect, call: SignedCall): Promise<Reply> {
  const { name = '' } = call.params
  await checkRights(call)
  const { kubeconfig: text, labels = {}, ...rest } = call.body as RegisterBody
  const { allowedNamespaces = [], namespace } = rest
  const given = { text, from: pasted }
  const outcome = await tried(given, connect, call)
  if (!outcome.reachable) {
    const detail = `cluster ${name} does not answer, so that nothing was stored: ${outcome.message}`
    throw new ProblemError(422, 'Unreachable', detail)
  }
  const dryRun = call.query['dryRun'] === true
  const access = { labels, allowedNamespaces, namespace }
  const cluster = { name, kubeconfig: given, ...access, dryRun }
  const body = await told(() => registerCluster(cluster, call.client, call.signal))
  return { status: 201, body }
}

async function tried(given: GivenKubeconfig, connect: Connect, { client, signal }: SignedCall) {
  try {
    return await testKubeconfig(given, { connect, clock: client.clock }, signal)
  } catch (error) {
    // A kubeconfig that cannot be used is a fault of the request, not of a cluster.
    if (!isKubeError(error, 'refused', 'bad-config')) throw problemFrom(error)
    throw new ProblemError(422, 'BadKubeconfig', error.message, { cause: error })
  }
}

/** The server goes to an address that somebody gives only for those who may store it. */
async function checkRights({ client, signal }: SignedCall): Promise<void> {
  const needed: readonly DeniedRight[] = [
    { ...common.right, namespace: '' },
    { verb: 'create', group: '', resource: 'secrets', namespace: 'outrigger-system' },
  ]
  for (const denied of needed) {
    if (await told(() => reviewAccess(client, denied, signal))) continue
    const place = denied.namespace === '' ? '' : ` in namespace ${denied.namespace}`
    const detail = `a new cluster needs the right to create ${denied.resource}${place}`
    throw new ProblemError(403, 'Forbidden', detail, { denied })
  }
}
