import { fromBytes } from '../../formats/go-string.ts'
import { decodeBase64 } from '../../formats/base64.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { isJsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
import { isGlobalKey, plainAnnotation } from '../pass/plugin-names.ts'
import { resourceOf } from '../pass/watched-objects.ts'
import type { ValuesSource } from './merge-values.ts'

/** Reads the objects that `valuesFrom` names, with the rights of the client. */
export async function readValuesFrom(
  plugin: Plugin,
  client: FencedClient,
  signal: AbortSignal,
): Promise<readonly ValuesSource[]> {
  const { namespace } = plugin.metadata
  return Promise.all(
    plugin.spec.valuesFrom.map(async (from) => {
      const target = { resource: resourceOf(from.kind), namespace, name: from.name }
      return sourceOf(from, await getObject(client, target, {}, signal))
    }),
  )
}

/** The contents of an entry of `valuesFrom`. */
export function sourceOf(from: ValuesSource['from'], found: KubeObject | undefined): ValuesSource {
  const isPlain =
    textAt(found, ['metadata', 'annotations', plainAnnotation]) === 'true' || isGlobalKey(from.key)
  return { from, data: found && dataOf(found), isPlain }
}

/** The texts of a ConfigMap or Secret by key; what is binary in the former is base64, as everything in the latter. */
export function dataOf(object: KubeObject): Readonly<Record<string, string>> {
  const isSecret = object.kind === 'Secret'
  const plain = isSecret ? {} : textsIn(object, 'data')
  const coded = textsIn(object, isSecret ? 'data' : 'binaryData')
  const decoded = Object.entries(coded).map(
    ([name, text]) => [name, fromBytes(decodeBase64(text))] as const,
  )
  return { ...plain, ...Object.fromEntries(decoded) }
}

function textsIn(object: KubeObject, field: string): Readonly<Record<string, string>> {
  const found = readPath(object, [field])
  return isJsonObject(found) ? (found as Readonly<Record<string, string>>) : {}
}
