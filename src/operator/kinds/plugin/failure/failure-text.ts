import type { FencedClient } from '../../../../controller/election/fenced-client.ts'
import { encodeBase64 } from '../../../../formats/base64.ts'
import { toBytes } from '../../../../formats/go-string.ts'
import { apiVersion } from '../../../../kinds/group.ts'
import { type Plugin, pluginKind } from '../../../../kinds/plugin.ts'
import { deleteObject } from '../../../../kube/objects/delete-object.ts'
import { isKubeError } from '../../../../kube/errors.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { createObject, updateObject } from '../../../../kube/objects/write-object.ts'
import { type KubeObject, listAt, textAt, uidOf } from '../../../../objects/kube-object.ts'
import { failureSecretName } from '../../../pass/plugin-names.ts'
import { resourceOf } from '../../../pass/watched-objects.ts'

type Failed = Pick<Plugin, 'metadata'>

const longest = 65_536
const longestName = 253

/**
 * Keeps the whole text of a failure in a Secret beside the plugin, for those who may read Secrets there. Says where; undefined
 * when it could not be kept, which is no failure of its own.
 */
export async function keepFailureText(
  client: FencedClient,
  plugin: Failed,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { namespace, name, uid } = plugin.metadata
  const secretName = failureSecretName(name)
  if (secretName.length > longestName) return undefined
  const told = `Secret ${namespace}/${secretName}`
  const data = { message: encodeBase64(toBytes(text.slice(0, longest))) }
  try {
    const found = await getObject(client, targetOf(plugin), {}, signal)
    if (found !== undefined && !isOf(found, uid)) return undefined
    if (textAt(found, ['data', 'message']) === data.message) return told
    const owner = { apiVersion, kind: pluginKind.kind, name, uid }
    const resourceVersion = textAt(found, ['metadata', 'resourceVersion'])
    const version = found === undefined ? {} : { resourceVersion }
    const metadata = { name: secretName, namespace, ownerReferences: [owner], ...version }
    const body = { apiVersion: 'v1', kind: 'Secret', type: 'outrigger.dev/failure', metadata, data }
    const write = found === undefined ? createObject : updateObject
    await write(client, resourceOf('Secret'), body, {}, signal)
    return told
  } catch (error) {
    if (signal.aborted || !isKubeError(error)) throw error
    return undefined
  }
}

/** Takes the text of a failure that is over away; somebody else's Secret of that name stays. */
export async function dropFailureText(
  client: FencedClient,
  plugin: Failed,
  signal: AbortSignal,
): Promise<void> {
  try {
    const found = await getObject(client, targetOf(plugin), {}, signal)
    if (found === undefined || !isOf(found, plugin.metadata.uid)) return
    const preconditions = { uid: uidOf(found) }
    await deleteObject(client, targetOf(plugin), { preconditions }, signal)
  } catch (error) {
    // It goes with the plugin at the latest.
    if (signal.aborted || !isKubeError(error)) throw error
  }
}

function targetOf({ metadata }: Failed) {
  const name = failureSecretName(metadata.name)
  return { resource: resourceOf('Secret'), namespace: metadata.namespace, name }
}

function isOf(secret: KubeObject, uid: string): boolean {
  const owners = listAt(secret, ['metadata', 'ownerReferences'])
  return owners.some((owner) => textAt(owner, ['uid']) === uid)
}
