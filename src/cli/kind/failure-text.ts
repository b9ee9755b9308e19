import { secrets } from '../../kube/objects/core-resources.ts'
import { decodeBase64 } from '../../formats/base64.ts'
import { fromBytes } from '../../formats/go-string.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import { failureSecretName } from '../../operator/pass/plugin-names.ts'
import { readyOf } from './print-objects.ts'

/** The whole text of a failure that a status only outlines, with the rights of the asker; empty without them. */
export async function failureText(
  object: KubeObject,
  client: KubeClient,
  signal: AbortSignal,
): Promise<string> {
  const namespace = namespaceOf(object)
  const name = failureSecretName(nameOf(object))
  if (!readyOf(object).message.includes(`Secret ${namespace}/${name}`)) return ''
  try {
    const found = await getObject(client, { resource: secrets, namespace, name }, {}, signal)
    return fromBytes(decodeBase64(textAt(found, ['data', 'message'])))
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return ''
    throw error
  }
}
