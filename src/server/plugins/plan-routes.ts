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
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { isKubeError } from '../../kube/errors.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, isKubeObject, namespaceOf } from '../../objects/kube-object.ts'
import { blockers, changesSomething } from '../../release/plan/plan.ts'
import { planJson } from '../../release/plan/print/plan-json.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { type RemoteClusters, ofNamedCluster } from '../clusters/remote-clusters.ts'
import { ProblemError, problemOf } from '../http/problem.ts'
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
import { asInvalid, told } from '../http/told-problem.ts'
import { kindSchemaNames, schemaNamed } from '../resources/schemas.ts'
import type { RunView } from '../threads/view-threads.ts'

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
  /** Where explanations are made. */
  readonly view: RunView
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
      oneOf: [pluginKind, extensionInstanceKind].map((kind) =>
        schemaNamed(kindSchemaNames(kind).toWrite),
      ),
    },
    example: {
      apiVersion: 'outrigger.dev/v1alpha1',
      kind: 'Plugin',
      metadata: { namespace: 'default', name: 'dns' },
      spec: { repo: 'builtin', version: '^1.0' },
    },
  },
  problems: [404, 409, 422, 424],
} as const

interface Answers {
  readonly instance: (instance: ExtensionInstance) => Promise<Reply>
  readonly plugin: (plugin: Plugin) => Promise<Reply>
}

async function ofBody(call: SignedCall, answers: Answers): Promise<Reply> {
  const body = call.body as Json
  if (isKubeObject(body) && body.kind === extensionInstanceKind.kind) {
    const instance = objectIn(body, parseExtensionInstance, 'an ExtensionInstance')
    await checkWritten(call, extensionInstanceKind, body)
    return answers.instance(instance)
  }
  const plugin = pluginIn(body)
  await checkWritten(call, pluginKind, body as KubeObject)
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
  const { plan, isOther } = await madeOf(ports, call, object, make)
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
  const { archive, ...preview } = await madeOf(ports, call, object, make)
  const bytes = archive === undefined ? {} : { archive: Buffer.from(archive).toString('base64') }
  return { status: 200, body: { ...preview, ...bytes } }
}

interface OnCluster {
  readonly spec: { readonly cluster?: string }
}

/** Makes something of an object, with a client of the cluster that it goes to. */
async function madeOf<Kind extends OnCluster, Made>(
  { fetching, render, clusters }: PluginRoutePorts,
  { client, identity, signal }: SignedCall,
  object: Kind,
  make: (object: Kind, ports: PlanPorts, signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const { cluster } = object.spec
  if (cluster === undefined) {
    return told(() => make(object, { fetching, render, client }, signal).catch(asInvalid))
  }
  const onNamed = async () => {
    const target = await clusters.clientFor(cluster, { identity, client }, signal)
    return make(object, { fetching, render, client, target }, signal)
  }
  return told(() => onNamed().catch(asInvalid)).catch(ofNamedCluster)
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
  throw wrongBody(parsed?.problems ?? wanted)
}

// Its own schema is not all that an object is judged by.
function wrongBody(
  problems: readonly { readonly path: string; readonly message: string }[],
): ProblemError {
  const causes = problems.map(({ path, message }) => ({
    field: path === '' ? 'body' : `body.${path}`,
    message,
  }))
  const detail = causes.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new ProblemError(422, 'Invalid', detail, { causes })
}

/**
 * Whether the asker may write such an object, and whether the cluster would take it. A plan fetches what the object names, and addresses
 * of the platform's own namespace are trusted: only somebody who may write there may ask.
 */
async function checkWritten(
  { client, signal }: SignedCall,
  definition: KindDefinition,
  object: KubeObject,
): Promise<void> {
  const resource = resourceOf(definition)
  const namespace = namespaceOf(object)
  const { status = {}, ...rest } = object
  if (!isJsonObject(status)) throw wrongBody([{ path: 'status', message: 'must be an object' }])
  // A plan may be of an object that is there, and then it has a version.
  const { resourceVersion = '', uid = '', managedFields = [], ...metadata } = object.metadata
  for (const [name, value] of Object.entries({ resourceVersion, uid })) {
    const isText = value === null || typeof value === 'string'
    if (!isText) throw wrongBody([{ path: `metadata.${name}`, message: 'must be a text' }])
  }
  if (managedFields !== null && !Array.isArray(managedFields)) {
    throw wrongBody([{ path: 'metadata.managedFields', message: 'must be a list' }])
  }
  const how = { dryRun: true, fieldValidation: 'Strict' } as const
  const denied = { verb: 'create', group: resource.group, resource: resource.resource, namespace }
  try {
    await createObject(client, resource, { ...rest, metadata }, how, signal)
  } catch (error) {
    // It was judged before it was found to be there.
    if (!isKubeError(error, 'already-exists')) throw problemOf(error, denied)
  }
}
