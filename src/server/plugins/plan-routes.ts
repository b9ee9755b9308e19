import { planOfInstance } from '../../actions/plugins/instance-plan.ts'
import type { PlanPorts } from '../../actions/plugins/plan-context.ts'
import { type PluginPlan, planOfPlugin } from '../../actions/plugins/plugin-plan.ts'
import { type Preview, previewOfInstance, previewOfPlugin } from '../../actions/plugins/preview.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import {
  type ExtensionInstance,
  extensionInstanceKind,
  parseExtensionInstance,
} from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import type { Json } from '../../objects/json.ts'
import { isKubeObject, namespaceOf } from '../../objects/kube-object.ts'
import { blockers, changesSomething } from '../../release/plan/plan.ts'
import { planJson } from '../../release/plan/print/plan-json.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { RemoteClusters } from '../clusters/remote-clusters.ts'
import { ProblemError } from '../http/problem.ts'
import type { JsonSchema, Reply, Route, SignedCall } from '../http/route.ts'
import {
  anyObject,
  flag,
  listOf,
  oneOfWords,
  shape,
  text,
  texts,
  whole,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { schemaNamed } from '../resources/schemas.ts'

const objectName = { apiVersion: text, kind: text, namespace: text, name: text }

/** The schemas of previews. */
export const previewSchemas: Readonly<Record<string, JsonSchema>> = {
  Preview: shape(
    'Everything that a page needs to render a release itself; the inline values are its own.',
    {
      kubernetes: text,
      apiVersions: texts,
      clusterScoped: texts,
      release: shape('The release that would be made.', {
        namespace: text,
        name: text,
        revision: whole,
        isUpgrade: flag,
      }),
      layers: listOf(
        shape('Values below the inline ones.', {
          is: oneOfWords('profile', 'reference'),
          name: text,
          values: anyObject,
        }),
      ),
      document: { type: 'string', description: 'The values document of the source; may be empty.' },
      facts: shape('Facts that the document sees.', { cluster: anyObject, global: anyObject }),
      live: listOf(
        shape(
          'An object of the release.',
          { id: shape('Which one.', objectName) },
          { object: anyObject },
        ),
      ),
      notices: texts,
    },
    {
      archive: {
        type: 'string',
        contentEncoding: 'base64',
        description: 'The packaged chart; absent when only the server renders it.',
      },
    },
  ),
}

/** The parts that Plugins are planned and explained with. */
export interface PluginRoutePorts {
  readonly fetching: FetchOptions
  /** Where charts are rendered. */
  readonly render: RenderRound
  readonly clusters: RemoteClusters
}

/** The routes about what an object would become that is written or about to be. */
export function planRoutes(ports: PluginRoutePorts): readonly Route[] {
  return [
    {
      ...common,
      path: '/api/v1/plans',
      operationId: 'makePlan',
      summary:
        'Plans what the operator would make of a plugin or an instance that is written like this',
      answers: {
        200: { description: 'The plan; nothing is written.', schema: schemaNamed('Plan') },
      },
      run: (call: SignedCall) =>
        ofBody(call, {
          instance: (one) => planned(ports, call, one, planOfInstance),
          plugin: (one) => planned(ports, call, one, planOfPlugin),
        }),
    },
    {
      ...common,
      path: '/api/v1/previews',
      operationId: 'openPreview',
      summary: 'Gives what a plugin or an instance would be rendered from, for a page that renders',
      answers: {
        200: { description: 'Chart, layers and objects.', schema: schemaNamed('Preview') },
      },
      run: (call: SignedCall) =>
        ofBody(call, {
          instance: (one) => previewed(ports, call, one, previewOfInstance),
          plugin: (one) => previewed(ports, call, one, previewOfPlugin),
        }),
    },
  ]
}

const common = {
  for: 'signed-in',
  tag: 'plans',
  // Of an instance, the right to create instances.
  right: { verb: 'create', group: 'outrigger.dev', resource: 'plugins' },
  method: 'POST',
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
  problems: [404, 409, 422, 502],
} as const

interface Answers {
  readonly instance: (instance: ExtensionInstance) => Promise<Reply>
  readonly plugin: (plugin: Plugin) => Promise<Reply>
}

async function ofBody(call: SignedCall, answers: Answers): Promise<Reply> {
  const body = call.body as Json
  if (isKubeObject(body) && body.kind === extensionInstanceKind.kind) {
    const instance = objectIn(body, parseExtensionInstance, 'an ExtensionInstance')
    await checkMayCreate(call, extensionInstanceKind.plural, instance.metadata.namespace)
    return answers.instance(instance)
  }
  const plugin = pluginIn(body)
  await checkMayCreate(call, pluginKind.plural, plugin.metadata.namespace)
  return answers.plugin(plugin)
}

type Planner<Kind> = (object: Kind, ports: PlanPorts, signal: AbortSignal) => Promise<PluginPlan>

/** Plans on the cluster that the object goes to, as the asker there and here. */
export async function planned<Kind extends OnCluster>(
  ports: PluginRoutePorts,
  call: SignedCall,
  object: Kind,
  make: Planner<Kind>,
): Promise<Reply> {
  const { fetching, render } = ports
  const { client, signal } = call
  const target = await targetOf(ports, call, object)
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

type Previewer<Kind> = (object: Kind, ports: PlanPorts, signal: AbortSignal) => Promise<Preview>

async function previewed<Kind extends OnCluster>(
  ports: PluginRoutePorts,
  call: SignedCall,
  object: Kind,
  make: Previewer<Kind>,
): Promise<Reply> {
  const { fetching, render } = ports
  const { client, signal } = call
  const target = await targetOf(ports, call, object)
  const { archive, ...preview } = await told(() =>
    make(object, { fetching, render, client, target }, signal),
  )
  const bytes = archive === undefined ? {} : { archive: Buffer.from(archive).toString('base64') }
  return { status: 200, body: { ...preview, ...bytes } }
}

interface OnCluster {
  readonly spec: { readonly cluster?: string }
}

async function targetOf(
  { clusters }: PluginRoutePorts,
  { client, identity, signal }: SignedCall,
  { spec: { cluster } }: OnCluster,
): Promise<KubeClient> {
  return cluster === undefined ? client : clusters.clientFor(cluster, { identity, client }, signal)
}

/** The Plugin in a body; a problem that names what is wrong otherwise. */
export function pluginIn(object: Json): Plugin {
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
