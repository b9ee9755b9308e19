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
  type PluginInputs,
  withDesired,
} from '../../operator/kinds/extension-instance/desired-plugin.ts'
import {
  askedOf,
  tagRequest,
} from '../../operator/kinds/extension-instance/source/tagged-source.ts'
import {
  extensionLabel,
  sourceAnnotation,
  versionAnnotation,
} from '../../operator/pass/instance-names.ts'
import type { PlanContext } from '../../operator/rehearsal/plan-plugin.ts'
import { patientAsker } from '../../operator/sources/source-cache.ts'
import { globalsOf } from '../../operator/values/globals-of.ts'
import { ActionError } from '../errors.ts'
import { visibleExtensions } from '../catalogue/visible-extensions.ts'
import { type PlanPorts, openPlanContext } from './plan-context.ts'

/** Everything that decides what becomes of an instance, besides its parameters. */
export interface InstanceContext {
  readonly inputs: Omit<PluginInputs, 'parameters'>
  /** The Plugin that is there. */
  readonly before: KubeObject | undefined
  readonly context: PlanContext
  /** Lines about what the asker may not see, so that it is left out. */
  readonly notices: readonly string[]
}

/** Reads what decides about an instance, by the rights of the asker. */
export async function openInstanceContext(
  instance: ExtensionInstance,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<InstanceContext> {
  const { namespace } = instance.metadata
  const context = await openPlanContext(ports, namespace, signal)
  const extension = await extensionOf(instance, ports, signal)
  const notices: string[] = []
  const cluster = await clusterOf(instance, { ports, context, notices }, signal)
  const before = await pluginOf(instance, ports, signal)
  const offer = offerOf(instance, { extension, before, kubernetes: cluster.version })
  const inputs = {
    instance,
    extension,
    cluster,
    offer,
    resolved: await resolvedTag(instance, { offer, extension, context }, signal),
    globals: globalsOf(await profilesFor(cluster.labels, { ports, notices }, signal)),
    needs: (before?.value.spec.dependsOn ?? []).flatMap((one) =>
      'plugin' in one ? [one.plugin] : [],
    ),
    before: before?.value,
    // The names of keys change nothing else.
    salt: '',
  }
  // The source is one of an Extension, whose writer answers for the address.
  const trusted: PlanContext = { ...context, isNamedByExtension: () => true }
  return { inputs, before: before?.object, context: trusted, notices }
}

/** The Plugin of an instance as it would be written. */
export function desiredObject(
  { inputs, before }: Pick<InstanceContext, 'inputs' | 'before'>,
  desired: DesiredPlugin,
): Plugin {
  const { namespace, name } = inputs.instance.metadata
  const labels = { [extensionLabel]: inputs.extension.metadata.name }
  const metadata = { namespace, name, labels }
  const fresh: KubeObject = { apiVersion, kind: pluginKind.kind, metadata }
  const parsed = parsePlugin(withDesired(before ?? fresh, desired))
  if (parsed.ok) return parsed.value
  const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new ActionError('refused', problems)
}

interface PluginBefore {
  readonly object: KubeObject
  readonly value: Plugin
}

async function extensionOf(
  { spec, metadata: { namespace } }: ExtensionInstance,
  { client }: PlanPorts,
  signal: AbortSignal,
): Promise<Extension> {
  const target = { resource: resourceOf(extensionKind), name: spec.extension }
  const object = await getObject(client, target, {}, signal)
  if (object === undefined) {
    throw new ActionError('refused', `there is no Extension ${spec.extension}`)
  }
  const isVisible = await visibleExtensions(client, namespace, signal)
  if (!isVisible(object)) {
    const message = `Extension ${spec.extension} is not for namespace ${namespace}`
    throw new ActionError('refused', message)
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
