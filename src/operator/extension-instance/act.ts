import { encodeBase64 } from '../../formats/base64.ts'
import { toBytes } from '../../formats/go-string.ts'
import { addFinalizer, removeFinalizer } from '../../controller/finalizers.ts'
import { extensionInstanceKind, type ExtensionInstance } from '../../kinds/extension-instance.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { applyObject } from '../../kube/apply-object.ts'
import { deleteObject } from '../../kube/delete-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { createObject } from '../../kube/write-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { resourceOf as namedResource } from '../plugin/watched-objects.ts'
import type { Decision } from './decide.ts'
import { dependencyLabel, finalizer } from './names.ts'
import type { Observation } from './observation.ts'
import { type PluginWish, secretNameOf } from './plugin-spec.ts'
import type { InstanceWorld } from './world.ts'

const resource = resourceOf(extensionInstanceKind)

/** Carries a decision out; gives the object of the instance when that was written. */
export async function act(
  object: KubeObject,
  seen: Observation,
  decision: Decision,
  world: InstanceWorld,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const { client, plugins } = world
  const { namespace, name } = seen.instance.metadata
  switch (decision.do) {
    case 'let-go':
      return removeFinalizer(client, resource, object, finalizer, signal)
    case 'collect':
      await deleteObject(client, { resource, namespace, name }, {}, signal)
      return undefined
    case 'delete-plugin':
      await deleteObject(client, { resource: resourceOf(pluginKind), namespace, name }, {}, signal)
      return undefined
    case 'install-needed':
      for (const extension of decision.extensions)
        await installNeeded(extension, seen, world, signal)
      return undefined
    case 'write': {
      const held = seen.hasFinalizer
        ? undefined
        : await addFinalizer(client, resource, object, finalizer, signal)
      await writeSecret(seen, decision.wish, world, signal)
      const body = pluginObject(seen.instance, decision.wish)
      const written = await applyObject(
        client,
        resourceOf(pluginKind),
        body,
        { force: true },
        signal,
      )
      plugins.note(written.object)
      return held
    }
    default:
      return undefined
  }
}

function pluginObject(instance: ExtensionInstance, { spec, annotations }: PluginWish): KubeObject {
  const { name, namespace, labels } = instance.metadata
  const extension = instance.spec.extension
  const metadata = {
    name,
    namespace,
    annotations,
    labels: { ...labels, 'outrigger.dev/extension': extension },
    ownerReferences: [ownerOf(instance)],
  }
  return { apiVersion, kind: pluginKind.kind, metadata, spec }
}

function ownerOf({ metadata }: ExtensionInstance) {
  const { name, uid } = metadata
  const { kind } = extensionInstanceKind
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}

async function writeSecret(
  { instance, writtenValues }: Observation,
  { secret }: PluginWish,
  { client }: InstanceWorld,
  signal: AbortSignal,
): Promise<void> {
  const target = {
    resource: namedResource('Secret'),
    namespace: instance.metadata.namespace,
    name: secretNameOf(instance),
  }
  if (secret === undefined) {
    if (writtenValues !== undefined) await deleteObject(client, target, {}, signal)
    return
  }
  const data = Object.fromEntries(
    Object.entries(secret).map(([key, text]) => [key, encodeBase64(toBytes(text))]),
  )
  const metadata = {
    name: target.name,
    namespace: target.namespace,
    ownerReferences: [ownerOf(instance)],
  }
  const body = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data }
  await applyObject(client, target.resource, body, { force: true }, signal)
}

// It is found again by extension and cluster, whatever its name is.
async function installNeeded(
  extension: string,
  { instance }: Observation,
  { client, instances }: InstanceWorld,
  signal: AbortSignal,
): Promise<void> {
  const { cluster } = instance.spec
  const { namespace } = instance.metadata
  const name = cluster === undefined ? extension : `${cluster}-${extension}`
  const spec = {
    extension,
    dependencies: 'install',
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
