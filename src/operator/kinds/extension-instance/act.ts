import type { Decision, Need } from './decision.ts'
import { encodeBase64 } from '../../../formats/base64.ts'
import { toBytes } from '../../../formats/go-string.ts'
import { addFinalizer, removeFinalizer } from '../../../controller/finalizers.ts'
import { extensionInstanceKind, type ExtensionInstance } from '../../../kinds/extension-instance.ts'
import { apiVersion } from '../../../kinds/group.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { pluginKind } from '../../../kinds/plugin.ts'
import { applyObject, versionOfNothing } from '../../../kube/objects/apply-object.ts'
import { actingAs } from '../../clusters/account.ts'
import { actorOf } from './observe-providers.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { deleteObject } from '../../../kube/objects/delete-object.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { patchObject } from '../../../kube/objects/patch-object.ts'
import { createObject, updateObject } from '../../../kube/objects/write-object.ts'
import { type KubeObject, nameOf, namespaceOf, uidOf } from '../../../objects/kube-object.ts'
import { fixedKeysAnnotation, plainAnnotation } from '../../pass/plugin-names.ts'
import { resourceOf as namedResource, stateOf } from '../../pass/watched-objects.ts'
import {
  dependencyLabel,
  extensionLabel,
  finalizer,
  neededName,
} from '../../pass/instance-names.ts'
import type { Observation } from './observation.ts'
import { type DesiredPlugin, keysInUse, secretNameOf, strayFields } from './desired-plugin.ts'
import { isOwnedBy } from './observe-plugin.ts'
import { takesSecrets } from './parameters/takes-secrets.ts'
import type { InstanceContext } from './context.ts'

const resource = resourceOf(extensionInstanceKind)

/** The objects that an act wrote, as far as the status names them. */
export interface Written {
  /** The instance. */
  readonly object?: KubeObject | undefined
  /** Which state the Secret with values is in. */
  readonly valuesState?: string | undefined
}

const nothing: Written = {}

/** Carries a decision out. */
export async function act(
  object: KubeObject,
  { seen, decision }: { readonly seen: Observation; readonly decision: Decision },
  context: InstanceContext,
  signal: AbortSignal,
): Promise<Written> {
  const { client, plugins } = context
  const { namespace, name } = seen.instance.metadata
  switch (decision.do) {
    case 'ask-fit': {
      const { question } = decision
      const answer = await context.fit.answer(question, context.offWorker, signal)
      context.fitAnswers.set(question.offer.key, answer)
      return nothing
    }
    case 'remove-finalizer':
      return { object: await removeFinalizer(client, resource, object, finalizer, signal) }
    case 'collect': {
      const { uid } = seen.instance.metadata
      const target = { resource, namespace, name }
      await deleteObject(client, target, { preconditions: { uid } }, signal)
      return nothing
    }
    case 'delete-plugin':
      await deleteObject(client, pluginOf(seen), { preconditions: uidOfPlugin(seen) }, signal)
      return nothing
    case 'switch-off':
      plugins.note(await switchOff(seen, client, signal))
      return nothing
    case 'install-needed':
      for (const need of decision.needs) await installNeeded(need, seen, context, signal)
      return nothing
    case 'write': {
      const held = seen.hasFinalizer
        ? undefined
        : await addFinalizer(client, resource, object, finalizer, signal)
      const { desired } = decision
      // The operator writes no Secret of a tenant; the account of the Plugin does.
      const own = actingAs(client, actorOf(seen.instance, context), context)
      const values = await keepValues(seen, desired.secret, own, signal)
      const body = onlyOurs(pluginObject(seen.instance, desired), seen, context)
      context.writes(`${namespace}/${name}`)
      const written = await applyObject(
        client,
        resourceOf(pluginKind),
        body,
        { force: true },
        signal,
      )
      plugins.note(await withoutStrays(written.object, desired, client, signal))
      // The Plugin does not name the Secret any more.
      if (desired.secret === undefined) await deleteSecret(seen, own, signal)
      // The Plugin says which right its account lacks; the Secret is tried again.
      if ('refused' in values) throw values.refused
      return { object: held, valuesState: values.state }
    }
    default:
      return nothing
  }
}

function pluginObject(
  instance: ExtensionInstance,
  { spec, annotations }: DesiredPlugin,
): KubeObject {
  const { name, namespace, labels } = instance.metadata
  const extension = instance.spec.extension
  const metadata = {
    name,
    namespace,
    annotations,
    labels: { ...labels, [extensionLabel]: extension },
    ownerReferences: [ownerOf(instance)],
  }
  return { apiVersion, kind: pluginKind.kind, metadata, spec }
}

async function switchOff(
  seen: Observation,
  client: FencedClient,
  signal: AbortSignal,
): Promise<KubeObject> {
  const change = { metadata: uidOfPlugin(seen), spec: { enabled: false } }
  const patch = { type: 'merge', patch: change } as const
  return (await patchObject(client, pluginOf(seen), patch, {}, signal)).object
}

function pluginOf({ instance }: Observation) {
  const { namespace, name } = instance.metadata
  return { resource: resourceOf(pluginKind), namespace, name }
}

// A Plugin that somebody made under this name in the meantime is not the one that was looked at.
function uidOfPlugin({ plugin }: Observation): { readonly uid?: string } {
  return plugin === undefined ? {} : { uid: plugin.plugin.metadata.uid }
}

/** The same, which is refused where a Plugin is there that is not of this instance, also one that cannot be read. */
function onlyOurs(
  body: KubeObject,
  { instance }: Observation,
  { plugins }: Pick<InstanceContext, 'plugins'>,
): KubeObject {
  const { namespace, name, uid } = instance.metadata
  const known = plugins.at(`${namespace}/${name}`)?.object
  const isOurs = known !== undefined && isOwnedBy(known, uid)
  const precondition = isOurs ? { uid: uidOf(known) } : { resourceVersion: versionOfNothing }
  return { ...body, metadata: { ...body.metadata, ...precondition } }
}

function ownerOf({ metadata }: ExtensionInstance) {
  const { name, uid } = metadata
  const { kind } = extensionInstanceKind
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

// Fields that somebody else wrote into the plugin, past the instance and its checks, would outlive
// an apply.
async function withoutStrays(
  written: KubeObject,
  desired: DesiredPlugin,
  client: FencedClient,
  signal: AbortSignal,
): Promise<KubeObject> {
  const strays = strayFields(written, desired)
  if (strays.length === 0) return written
  const { metadata } = written
  const patch = strays.map((field) => {
    const path = `/spec/${field}`
    const value = desired.spec[field]
    return value === undefined ? { op: 'remove', path } : { op: 'replace', path, value }
  })
  const namespace = namespaceOf(written)
  const target = { resource: resourceOf(pluginKind), namespace, name: nameOf(written) }
  const isSame = {
    op: 'test',
    path: '/metadata/resourceVersion',
    value: metadata['resourceVersion'] ?? '',
  }
  const made = { type: 'json', patch: [isSame, ...patch] } as const
  return (await patchObject(client, target, made, {}, signal)).object
}

function secretTarget(instance: ExtensionInstance) {
  const { namespace } = instance.metadata
  return { resource: namedResource('Secret'), namespace, name: secretNameOf(instance) }
}

async function deleteSecret(
  { instance, writtenValues }: Observation,
  client: FencedClient,
  signal: AbortSignal,
): Promise<void> {
  if (writtenValues?.isOurs !== true) return
  const { uid } = writtenValues
  await deleteObject(client, secretTarget(instance), { preconditions: { uid } }, signal)
}

type KeptValues = { readonly state: string | undefined } | { readonly refused: unknown }

async function keepValues(
  seen: Observation,
  secret: DesiredPlugin['secret'],
  client: FencedClient,
  signal: AbortSignal,
): Promise<KeptValues> {
  if (secret === undefined) return { state: undefined }
  try {
    return { state: await writeSecret(seen, secret, client, signal) }
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
    return { refused: error }
  }
}

async function writeSecret(
  { instance, writtenValues, plugin }: Observation,
  secret: NonNullable<DesiredPlugin['secret']>,
  client: FencedClient,
  signal: AbortSignal,
): Promise<string> {
  const target = secretTarget(instance)
  // The keys that the plugin takes values from stay until it takes others.
  const used = new Set(plugin === undefined ? [] : keysInUse(plugin.plugin))
  const kept = Object.entries(writtenValues?.data ?? {}).filter(([key]) => used.has(key))
  const data = Object.fromEntries(
    Object.entries({ ...Object.fromEntries(kept), ...secret }).map(([key, text]) => [
      key,
      encodeBase64(toBytes(text)),
    ]),
  )
  const metadata = {
    name: target.name,
    namespace: target.namespace,
    annotations: {
      [fixedKeysAnnotation]: 'true',
      ...(takesSecrets(instance) ? {} : { [plainAnnotation]: 'true' }),
    },
    ownerReferences: [ownerOf(instance)],
    // One that somebody else made, or wrote to, since it was looked at is left alone.
    ...(writtenValues === undefined ? {} : { resourceVersion: writtenValues.resourceVersion }),
  }
  const body = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data }
  const write = writtenValues === undefined ? createObject : updateObject
  return stateOf((await write(client, target.resource, body, {}, signal)).object)
}

// It is found again by extension and cluster, whatever its name is.
async function installNeeded(
  { extension, range }: Need,
  { instance }: Observation,
  { client, instances }: InstanceContext,
  signal: AbortSignal,
): Promise<void> {
  const { cluster } = instance.spec
  const { namespace } = instance.metadata
  const name = neededName(extension, instance)
  const spec = {
    extension,
    dependencies: 'install',
    ...(range === undefined ? {} : { version: range }),
    ...(cluster === undefined ? {} : { cluster }),
  }
  const metadata = { name, namespace, labels: { [dependencyLabel]: 'true' } }
  try {
    const body = { apiVersion, kind: extensionInstanceKind.kind, metadata, spec }
    const created = await createObject(client, resource, body, {}, signal)
    instances.note(created.object)
  } catch (error) {
    // Two that need the same may ask at the same time.
    if (!isKubeError(error, 'already-exists')) throw error
  }
}
