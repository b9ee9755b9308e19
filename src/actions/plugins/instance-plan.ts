import { chooseSource } from '../../catalog/choice/choose-source.ts'
import type { Offer } from '../../catalog/choice/offer.ts'
import { type Cluster, clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { type Extension, extensionKind, parseExtension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import { apiVersion } from '../../kinds/group.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { parseProfile, profileKind } from '../../kinds/profile.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { matchingProfiles } from '../../operator/clusters/matching-profiles.ts'
import { ownCluster } from '../../operator/clusters/own-cluster.ts'
import {
  type DesiredPlugin,
  desiredPlugin,
  secretNameOf,
  withDesired,
} from '../../operator/kinds/extension-instance/desired-plugin.ts'
import { parameterProblems } from '../../operator/kinds/extension-instance/parameters/parameter-problems.ts'
import { takesSecrets } from '../../operator/kinds/extension-instance/parameters/takes-secrets.ts'
import {
  askedOf,
  tagRequest,
} from '../../operator/kinds/extension-instance/source/tagged-source.ts'
import { sourceAnnotation, versionAnnotation } from '../../operator/pass/instance-names.ts'
import { resourceOf as watchedResource } from '../../operator/pass/watched-objects.ts'
import type { PlanContext, PluginToPlan } from '../../operator/rehearsal/plan-plugin.ts'
import { patientAsker } from '../../operator/sources/source-cache.ts'
import { globalsOf } from '../../operator/values/globals-of.ts'
import { mergeValues } from '../../operator/values/merge-values.ts'
import { dataOf } from '../../operator/values/read-sources.ts'
import { unreadSource } from '../../operator/values/unread-source.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { ActionError } from '../errors.ts'
import { type PlanPorts, openPlanContext } from './plan-context.ts'
import { type PluginPlan, planInContext } from './plugin-plan.ts'

/** Plans what the operator would make of an instance that is written like this, by the rights of whoever asks. Nothing is written. */
export async function planOfInstance(
  instance: ExtensionInstance,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<PluginPlan> {
  const { namespace } = instance.metadata
  const context = await openPlanContext(ports, namespace, signal)
  const extension = await extensionOf(instance, ports, signal)
  const notices: string[] = []
  const cluster = await clusterOf(instance, { ports, context, notices }, signal)
  const before = await pluginOf(instance, ports, signal)
  const offer = offerOf(instance, { extension, before, kubernetes: cluster.version })
  const parameters = await parametersOf(instance, ports, signal)
  const wrong = parameterProblems(extension.spec.parameters, parameters, instance)
  if (wrong !== '') {
    const what = `the parameters are not what ${extension.metadata.name} takes`
    throw new ActionError('refused', `${what}: ${wrong}`)
  }
  const desired = desiredPlugin({
    instance,
    extension,
    cluster,
    offer,
    resolved: await resolvedTag(instance, { offer, extension, context }, signal),
    parameters,
    globals: globalsOf(await profilesFor(cluster.labels, { ports, notices }, signal)),
    needs: (before?.value.spec.dependsOn ?? []).flatMap((one) =>
      'plugin' in one ? [one.plugin] : [],
    ),
    before: before?.value,
    // The names of keys change nothing else.
    salt: '',
  })
  // The source is one of an Extension, whose writer answers for the address.
  const trusted: PlanContext = { ...context, isNamedByExtension: () => true }
  const planned = await planInContext(pluginToPlan(instance, desired, before), trusted, signal)
  const { plan } = planned
  return { ...planned, plan: { ...plan, warnings: [...plan.warnings, ...notices] } }
}

interface PluginBefore {
  readonly object: KubeObject
  readonly value: Plugin
}

async function extensionOf(
  { spec }: ExtensionInstance,
  { client }: PlanPorts,
  signal: AbortSignal,
): Promise<Extension> {
  const target = { resource: resourceOf(extensionKind), name: spec.extension }
  const object = await getObject(client, target, {}, signal)
  if (object === undefined) {
    throw new ActionError('refused', `there is no Extension ${spec.extension}`)
  }
  const parsed = parseExtension(object)
  if (parsed.ok) return parsed.value
  const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new ActionError('refused', `Extension ${spec.extension} is not valid: ${problems}`)
}

interface Told {
  readonly ports: PlanPorts
  /** Gets lines about what the asker may not see, so that the plan leaves it out. */
  readonly notices: string[]
}

/** The cluster that the instance goes to, as a values document sees it. */
async function clusterOf(
  { spec }: ExtensionInstance,
  { ports, context, notices }: Told & { readonly context: PlanContext },
  signal: AbortSignal,
) {
  const { gitVersion } = await context.target.discovery.serverVersion(signal)
  const all = await seenOf(clusterKind, parseCluster, { ports, notices }, signal)
  const found: Cluster | undefined =
    spec.cluster === undefined
      ? ownCluster(all)
      : all.find(({ metadata }) => metadata.name === spec.cluster)
  return {
    name: spec.cluster,
    version: gitVersion,
    target: undefined,
    versionObstacle: undefined,
    labels: found?.metadata.labels ?? {},
    annotations: found?.metadata.annotations ?? {},
  }
}

async function profilesFor(
  labels: Readonly<Record<string, string>>,
  told: Told,
  signal: AbortSignal,
) {
  return matchingProfiles(await seenOf(profileKind, parseProfile, told, signal), labels)
}

async function seenOf<Kind>(
  definition: KindDefinition,
  parse: (object: JsonRecord) => Parsed<Kind>,
  { ports, notices }: Told,
  signal: AbortSignal,
): Promise<readonly Kind[]> {
  try {
    const selection = { resource: resourceOf(definition) }
    const { objects } = await listObjects(ports.client, selection, {}, signal)
    return objects.map(parse).flatMap((one) => (one.ok ? [one.value] : []))
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
    const what = `you may not list ${definition.plural}`
    notices.push(`${what}: values and image registries that they give are left out`)
    return []
  }
}

async function pluginOf(
  { metadata: { namespace, name } }: ExtensionInstance,
  { client }: PlanPorts,
  signal: AbortSignal,
): Promise<PluginBefore | undefined> {
  const target = { resource: resourceOf(pluginKind), namespace, name }
  const object = await getObject(client, target, {}, signal)
  const parsed = object === undefined ? undefined : parsePlugin(object)
  return object !== undefined && parsed?.ok === true ? { object, value: parsed.value } : undefined
}

interface Choosing {
  readonly extension: Extension
  readonly before: PluginBefore | undefined
  readonly kubernetes: string
}

function offerOf(instance: ExtensionInstance, { extension, before, kubernetes }: Choosing): Offer {
  const { version } = askedOf(instance)
  const notes = before?.value.metadata.annotations ?? {}
  const [running, key] = [notes[versionAnnotation], notes[sourceAnnotation]]
  const choice = chooseSource(extension.spec, {
    kubernetes,
    upgrade: instance.spec.upgrade,
    ...(version === undefined ? {} : { version }),
    ...(running === undefined || key === undefined ? {} : { current: { version: running, key } }),
  })
  if (choice.is === 'take') return choice.offer
  throw new ActionError('blocked', choice.because)
}

interface Tagged {
  readonly offer: Offer
  readonly extension: Extension
  readonly context: PlanContext
}

/** The state of the tag that a source names; undefined when it names none. */
async function resolvedTag(
  instance: ExtensionInstance,
  { offer, extension, context }: Tagged,
  signal: AbortSignal,
) {
  if (offer.tag === undefined) return undefined
  const request = tagRequest(offer, extension, askedOf(instance).digest, context)
  if ('reason' in request) throw new ActionError('not-ready', request.message)
  const asker = patientAsker(instance.metadata.namespace, signal)
  const { digest } = await context.sources.load(request, asker)
  return { digest, newer: undefined, trouble: undefined, lookedAt: '' }
}

async function parametersOf(
  { spec, metadata: { namespace } }: ExtensionInstance,
  { client }: PlanPorts,
  signal: AbortSignal,
): Promise<JsonRecord> {
  const sources = await Promise.all(
    spec.parametersFrom.map(async (from) => {
      const target = { resource: watchedResource(from.kind), namespace, name: from.name }
      const found = await getObject(client, target, {}, signal)
      return { from, data: found && dataOf(found) }
    }),
  )
  const unread = unreadSource(sources, namespace)
  if (unread !== undefined) throw new ActionError('not-ready', unread.message)
  const inline = {
    ...(spec.parameters === undefined ? {} : { values: spec.parameters }),
    ...(spec.parametersText === undefined ? {} : { valuesText: spec.parametersText }),
  }
  return jsonOfTable(mergeValues(inline, sources))
}

function pluginToPlan(
  instance: ExtensionInstance,
  desired: DesiredPlugin,
  before: PluginBefore | undefined,
): PluginToPlan {
  const { namespace, name } = instance.metadata
  const fresh: KubeObject = { apiVersion, kind: pluginKind.kind, metadata: { namespace, name } }
  const parsed = parsePlugin(withDesired(before?.object ?? fresh, desired))
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`).join('; ')
    throw new ActionError('refused', problems)
  }
  if (desired.secret === undefined) return { plugin: parsed.value }
  const isPlain = !takesSecrets(instance)
  const secret = { name: secretNameOf(instance), data: desired.secret, isPlain }
  return { plugin: parsed.value, secret }
}
