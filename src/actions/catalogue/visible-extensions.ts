import { isVisible } from '../../catalog/choice/is-visible.ts'
import { parseExtension } from '../../kinds/extension.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { type KubeObject, readPath } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'

const namespaces: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
}

/**
 * Tells of each Extension whether a namespace may use it. Labels of the namespace are read with the rights of the asker; an
 * Extension that is for others by labels which the asker may not read is taken for one that is not for it.
 */
export async function visibleExtensions(
  client: KubeClient,
  name: string,
  signal: AbortSignal,
): Promise<(extension: KubeObject) => boolean> {
  const isPlatform = name === platformNamespace
  const labels = isPlatform ? {} : await labelsOf(client, name, signal)
  return (extension) => {
    if (readPath(extension, ['spec', 'visibility']) === undefined) return true
    const parsed = parseExtension(extension)
    return parsed.ok && isVisible(parsed.value.spec, { name, isPlatform, labels }) === true
  }
}

async function labelsOf(
  client: KubeClient,
  name: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    const found = await getObject(client, { resource: namespaces, name }, {}, signal)
    return (readPath(found ?? {}, ['metadata', 'labels']) ?? {}) as Readonly<Record<string, string>>
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
    return undefined
  }
}
