import { type JsonObject } from '../../objects/json.ts'
import { formatApiVersion, kindOf, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import type { ObjectName } from '../release.ts'

/** The kind, namespace and name of an object. */
export function idOf(object: JsonObject): ObjectName {
  return { ...kindOf(object), namespace: namespaceOf(object), name: nameOf(object) }
}

/** One text for all versions of the same object. */
export function objectKey({ group, kind, namespace, name }: ObjectName): string {
  return [group, kind, namespace, name].join('/')
}

/** An object for people: `apps/v1 Deployment shop/web`. */
export function printId(id: ObjectName): string {
  const place = id.namespace === '' ? id.name : `${id.namespace}/${id.name}`
  return `${formatApiVersion(id.group, id.version)} ${id.kind} ${place}`
}
