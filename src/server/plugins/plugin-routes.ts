import { objectOf } from '../../actions/changes/action-target.ts'
import { explainPlugin } from '../../actions/plugins/explain-plugin.ts'
import { planOfInstance } from '../../actions/plugins/instance-plan.ts'
import type { PlanPorts } from '../../actions/plugins/plan-context.ts'
import { type PluginPlan, planOfPlugin } from '../../actions/plugins/plugin-plan.ts'
import { readPluginInputs } from '../../actions/plugins/plugin-inputs.ts'
import { releaseOf } from '../../actions/releases/plugin-revisions.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { isKubeError } from '../../kube/errors.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import { type KubeObject, isKubeObject, namespaceOf } from '../../objects/kube-object.ts'
import type { Json } from '../../objects/json.ts'
import { blockers, changesSomething } from '../../release/plan/plan.ts'
import { planJson } from '../../release/plan/print/plan-json.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { RemoteClusters } from '../clusters/remote-clusters.ts'
import { ProblemError, notFound } from '../http/problem.ts'
import type { JsonSchema, Parameters, Reply, Route, SignedCall } from '../http/route.ts'
import {
  anyObject,
  flag,
  listOf,
  nameParameter,
  namespaceParameter,
  oneOfWords,
  shape,
  text,
  textOf,
  texts,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { checkMayReadSecrets } from '../releases/read-releases.ts'
import { schemaNamed } from '../resources/schemas.ts'
import { layersView } from './value-layers.ts'

/** The schemas of plans, layers of values and explanations. */
export const pluginSchemas: Readonly<Record<string, JsonSchema>> = {
  Plan: shape('The changes to come, before anything is changed.', {
    verb: oneOfWords('install', 'upgrade', 'rollback', 'uninstall'),
    namespace: text,
    name: text,
    summary: { type: 'object', additionalProperties: { type: 'integer' } },
    objects: listOf(anyObject),
    hooks: listOf(anyObject),
    images: shape('Images that come and go.', { added: texts, removed: texts }),
    missingPermissions: listOf(anyObject),
    warnings: texts,
    blocked: { type: 'boolean', description: 'Whether something stands in the way.' },
    changes: { type: 'boolean', description: 'Whether an object of the cluster would change.' },
    newRevision: flag,
  }),
  ValueLayers: shape('The layers of values in the order in which they win.', {
    layers: listOf(
      shape('One layer.', {
        is: oneOfWords('default', 'ConfigMap', 'Secret', 'inline'),
        name: text,
        obstacle: { type: 'string', description: 'Why its values are not known; usually empty.' },
        values: {},
      }),
    ),
    values: anyObject,
    blame: listOf(shape('One value.', { path: text, value: {}, layer: text })),
    isComplete: flag,
  }),
  Explanation: shape(
    'Which lines of templates wrote something, and which values decided it.',
    {},
    { documents: listOf(anyObject), unused: listOf(anyObject), lines: anyObject },
  ),
}

const params: Parameters = { namespace: namespaceParameter, name: nameParameter }
const common = { for: 'signed-in', tag: 'plugins', method: 'GET', params } as const
const right = { verb: 'get', group: 'outrigger.dev', resource: 'plugins' } as const
const problems = [404, 409, 422, 502]
const onePlugin = '/api/v1/plugins/{namespace}/{name}'

/** The parts that Plugins are planned and explained with. */
export interface PluginRoutePorts {
  readonly fetching: FetchOptions
  /** Where charts are rendered. */
  readonly render: RenderRound
  readonly clusters: RemoteClusters
}

/** The routes about what a Plugin would become, and why. Charts are rendered and tried with the rights of the asker alone. */
export function pluginRoutes(ports: PluginRoutePorts): readonly Route[] {
  return [
    {
      ...common,
      right,
      problems,
      path: `${onePlugin}/plan`,
      operationId: 'planPlugin',
      summary: 'Plans what is still to be done for a plugin',
      answers: { 200: { description: 'The plan.', schema: schemaNamed('Plan') } },
      run: async (call: SignedCall) => planned(ports, call, await seen(call), planOfPlugin),
    },
    {
      ...common,
      right,
      problems,
      path: `${onePlugin}/values`,
      operationId: 'getPluginValues',
      summary: 'Gives the layers of values of a plugin, and which layer sets each value',
      query: {
        secrets: {
          description: 'Whether secret values are shown, to somebody who may get Secrets there.',
          schema: { type: 'string', enum: ['masked', 'shown'], default: 'masked' },
          example: 'masked',
        },
      },
      answers: { 200: { description: 'The layers.', schema: schemaNamed('ValueLayers') } },
      run: (call: SignedCall) => values(ports, call),
    },
    {
      ...common,
      right,
      problems,
      path: `${onePlugin}/explain`,
      operationId: 'explainPlugin',
      summary: 'Says which template lines and values make an object or a field of a plugin',
      query: {
        path: {
          description: 'An object and a field; all objects unless given.',
          schema: { type: 'string', maxLength: 500, pattern: '^[^/]+/[^:]+(:.*)?$' },
          example: 'Deployment/web:spec.replicas',
        },
      },
      answers: { 200: { description: 'The reasons.', schema: schemaNamed('Explanation') } },
      run: (call: SignedCall) => explain(ports, call),
    },
    planRoute(ports),
  ]
}

function planRoute(ports: PluginRoutePorts): Route {
  return {
    for: 'signed-in',
    tag: 'plans',
    // Of an instance, the right to create instances.
    right: { verb: 'create', group: 'outrigger.dev', resource: 'plugins' },
    method: 'POST',
    path: '/api/v1/plans',
    operationId: 'makePlan',
    summary:
      'Plans what the operator would make of a plugin or an instance that is written like this',
    body: {
      description: 'The plugin or the instance, there or not.',
      schema: {
        type: 'object',
        required: ['kind'],
        properties: { kind: oneOfWords('Plugin', 'ExtensionInstance') },
        oneOf: [schemaNamed('Plugin'), schemaNamed('ExtensionInstance')],
      },
      example: {
        apiVersion: 'outrigger.dev/v1alpha1',
        kind: 'Plugin',
        metadata: { namespace: 'default', name: 'dns' },
        spec: { repo: 'builtin', version: '^1.0' },
      },
    },
    answers: { 200: { description: 'The plan; nothing is written.', schema: schemaNamed('Plan') } },
    problems,
    run: async (call: SignedCall) => {
      const body = call.body as Json
      if (isKubeObject(body) && body.kind === extensionInstanceKind.kind) {
        const instance = objectIn(body, parseExtensionInstance, 'an ExtensionInstance')
        await checkMayCreate(call, extensionInstanceKind.plural, instance.metadata.namespace)
        return planned(ports, call, instance, planOfInstance)
      }
      const plugin = pluginIn(body)
      await checkMayCreate(call, pluginKind.plural, plugin.metadata.namespace)
      return planned(ports, call, plugin, planOfPlugin)
    },
  }
}

type Planner<Kind> = (object: Kind, ports: PlanPorts, signal: AbortSignal) => Promise<PluginPlan>

/** Plans on the cluster that the object goes to, as the asker there and here. */
async function planned<Kind extends { readonly spec: { readonly cluster?: string } }>(
  { fetching, render, clusters }: PluginRoutePorts,
  { client, identity, signal }: SignedCall,
  object: Kind,
  make: Planner<Kind>,
): Promise<Reply> {
  const { cluster } = object.spec
  const target =
    cluster === undefined ? client : await clusters.clientFor(cluster, { identity, client }, signal)
  const { plan, isOther } = await told(() =>
    make(object, { fetching, render, client, target }, signal),
  )
  const facts = {
    blocked: blockers(plan).length > 0,
    changes: changesSomething(plan),
    newRevision: isOther,
  }
  return { status: 200, body: { ...(planJson(plan) as JsonRecord), ...facts } }
}

async function values({ fetching }: PluginRoutePorts, call: SignedCall): Promise<Reply> {
  const { client, signal, query, params: path } = call
  const plugin = await seen(call)
  const secrets = query['secrets'] === 'shown' ? 'shown' : 'masked'
  if (secrets === 'shown') await checkMayReadSecrets(call, path['namespace'] ?? '')
  const inputs = await told(() => readPluginInputs(plugin, { client, fetching }, signal))
  return { status: 200, body: layersView(inputs, secrets) }
}

async function explain({ fetching }: PluginRoutePorts, call: SignedCall): Promise<Reply> {
  const { client, signal, query } = call
  const plugin = await seen(call)
  const path = textOf(query['path']) || undefined
  const body = await told(async () => {
    const inputs = await readPluginInputs(plugin, { client, fetching }, signal)
    const release = releaseOf(plugin as unknown as KubeObject)
    return explainPlugin(inputs, { release, path }, client, signal)
  })
  return { status: 200, body }
}

/** The Plugin of the path. One that the asker may not get is answered as one that is not there. */
async function seen({ client, signal, params: path }: SignedCall): Promise<Plugin> {
  const { namespace = '', name = '' } = path
  const missing = notFound('plugin', name, namespace)
  try {
    const object = await objectOf({ client, definition: pluginKind, namespace, name }, signal)
    return pluginIn(object)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    if (isKubeError(error) && error.code !== 'forbidden') return told(() => Promise.reject(error))
    throw missing
  }
}

function pluginIn(object: Json): Plugin {
  return objectIn(object, parsePlugin, 'a Plugin')
}

function objectIn<Kind>(
  object: Json,
  parse: (object: JsonRecord) => Parsed<Kind>,
  what: string,
): Kind {
  const kind = what.split(' ').at(-1)
  const isOne = isKubeObject(object) && object.kind === kind && namespaceOf(object) !== ''
  const parsed = isOne ? parse(object) : undefined
  if (parsed?.ok === true) return parsed.value
  const wanted = [{ path: '', message: `${what} with a namespace is wanted` }]
  const causes = (parsed?.problems ?? wanted).map(({ path, message }) => ({
    field: path === '' ? 'body' : `body.${path}`,
    message,
  }))
  const detail = causes.map(({ field, message }) => `${field}: ${message}`).join('; ')
  // Its own schema is not all that it is judged by.
  throw new ProblemError(422, 'Invalid', detail, { causes })
}

/** A plan fetches what the Plugin names, and addresses of the platform's own namespace are trusted: only who may write there may ask. */
async function checkMayCreate(
  { client, signal }: SignedCall,
  resource: string,
  namespace: string,
): Promise<void> {
  const denied = { verb: 'create', group: 'outrigger.dev', resource, namespace }
  if (await told(() => reviewAccess(client, denied, signal))) return
  const detail = `a plan needs the right to create ${resource} in namespace ${namespace}`
  throw new ProblemError(403, 'Forbidden', detail, { denied })
}
