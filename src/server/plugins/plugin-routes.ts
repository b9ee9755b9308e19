import { objectOf } from '../../actions/changes/action-target.ts'
import type { RunExplain } from '../../actions/plugins/explain-job.ts'
import { explainPlugin } from '../../actions/plugins/explain-plugin.ts'
import { planOfPlugin } from '../../actions/plugins/plugin-plan.ts'
import { readPluginInputs } from '../../actions/plugins/plugin-inputs.ts'
import { planOfRemoval } from '../../actions/plugins/removal-plan.ts'
import { releaseOf } from '../../actions/releases/plugin-revisions.ts'
import { type Plugin, pluginKind } from '../../kinds/plugin.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
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
  whole,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { checkMayReadSecrets } from '../releases/read-releases.ts'
import { schemaNamed } from '../resources/schemas.ts'
import { errorOf } from '../threads/view-job.ts'
import type { RunView } from '../threads/view-threads.ts'
import { type PluginRoutePorts, planned, pluginIn } from './plan-routes.ts'
import { layersView } from './value-layers.ts'

/** The schemas of plans, layers of values and explanations. */
export const pluginSchemas: Readonly<Record<string, JsonSchema>> = {
  Plan: shape('The changes to come, before anything is changed.', {
    verb: oneOfWords('install', 'upgrade', 'rollback', 'uninstall'),
    namespace: text,
    name: text,
    summary: { type: 'object', additionalProperties: { type: 'integer' } },
    objects: listOf(schemaNamed('PlannedObject')),
    hooks: listOf(schemaNamed('PlannedHook')),
    images: shape('Images that come and go, and those that are pulled from elsewhere.', {
      added: texts,
      removed: texts,
      moved: listOf(shape('An image that is pulled from elsewhere.', { from: text, to: text })),
    }),
    documents: listOf(
      shape('A document that values.schema.json refers to.', { url: text, digest: text }),
    ),
    missingPermissions: listOf(schemaNamed('DeniedRight')),
    warnings: texts,
    blocked: { type: 'boolean', description: 'Whether something stands in the way.' },
    changes: { type: 'boolean', description: 'Whether an object of the cluster would change.' },
    newRevision: flag,
  }),
  PlannedObject: shape(
    'An object, and what would become of it.',
    {
      apiVersion: text,
      kind: text,
      name: text,
      action: oneOfWords('create', 'change', 'unchanged', 'adopt', 'prune', 'keep', 'gone'),
      ownership: oneOfWords('absent', 'ours', 'adoptable', 'foreign'),
      source: { type: 'string', description: 'The template, or the file below crds/.' },
      changes: listOf(schemaNamed('FieldChange')),
      problems: listOf(schemaNamed('PlanProblem')),
    },
    { namespace: text },
  ),
  PlanProblem: shape('Something that a person should know about an object before it is touched.', {
    is: text,
    message: text,
    blocking: { type: 'boolean', description: 'Whether applying would fail.' },
  }),
  PlannedHook: shape(
    'A hook that will run.',
    {
      event: text,
      apiVersion: text,
      kind: text,
      name: text,
      source: text,
      weight: whole,
      deletePolicies: texts,
    },
    { namespace: text },
  ),
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
const problems = [404, 409, 422, 424]
const onePlugin = '/api/v1/plugins/{namespace}/{name}'

/** The routes about what a Plugin would become, and why. Charts are rendered and tried with the rights of the asker alone. */
export function pluginRoutes(ports: PluginRoutePorts): readonly Route[] {
  return [
    {
      ...common,
      right,
      problems,
      path: `${onePlugin}/plan`,
      operationId: 'planPlugin',
      summary: 'Plans what is still to be done for a plugin, or what goes with it',
      query: {
        verb: {
          description: 'With uninstall, what would go and what would stay if it were deleted.',
          schema: { type: 'string', enum: ['apply', 'uninstall'], default: 'apply' },
          example: 'uninstall',
        },
      },
      answers: { 200: { description: 'The plan.', schema: schemaNamed('Plan') } },
      run: async (call: SignedCall) => {
        const make = call.query['verb'] === 'uninstall' ? planOfRemoval : planOfPlugin
        return planned(ports, call, await seen(call), make)
      },
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
  ]
}

async function values({ fetching }: PluginRoutePorts, call: SignedCall): Promise<Reply> {
  const { client, signal, query, params: path } = call
  const plugin = await seen(call)
  const secrets = query['secrets'] === 'shown' ? 'shown' : 'masked'
  if (secrets === 'shown') await checkMayReadSecrets(call, path['namespace'] ?? '')
  const inputs = await told(() => readPluginInputs(plugin, { client, fetching }, signal))
  return { status: 200, body: layersView(inputs, secrets) }
}

async function explain({ fetching, view }: PluginRoutePorts, call: SignedCall): Promise<Reply> {
  const { client, identity, signal, query } = call
  const plugin = await seen(call)
  const path = textOf(query['path']) || undefined
  const body = await told(async () => {
    const inputs = await readPluginInputs(plugin, { client, fetching }, signal)
    const release = releaseOf(plugin as unknown as KubeObject)
    return explainPlugin(
      inputs,
      { release, path },
      { client, run: explainBy(view, identity.user) },
      signal,
    )
  })
  return { status: 200, body }
}

/** Has explanations made where they keep nobody waiting. */
function explainBy(view: RunView, user: string): RunExplain {
  return async (job, signal) => {
    const made = await view({ is: 'explain', ...job }, user, signal)
    if ('failure' in made) throw errorOf(made)
    if (!('explained' in made)) throw new Error('a thread answered something else')
    return made.explained
  }
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
