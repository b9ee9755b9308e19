import type { KubeClient } from '../../../kube/client.ts'
import type { Discovery } from '../../../kube/discovery/discovery.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { type KubeObject, kindOf, nameOf, namespaceOf } from '../../../objects/kube-object.ts'
import { PlainError } from '../../errors.ts'

export interface ApplyPorts {
  readonly client: KubeClient
  /** Told of each object that was changed. */
  readonly told: (line: string) => void
}

/** Applies one object of a platform; gives the line that says so. */
export async function applyOne(
  object: KubeObject,
  discovery: Discovery,
  client: KubeClient,
  signal: AbortSignal,
): Promise<string> {
  const { group, version, kind } = kindOf(object)
  const name = `${kind.toLowerCase()}/${nameOf(object)}`
  const place = namespaceOf(object) === '' ? '' : ` in ${namespaceOf(object)}`
  const resource = await discovery.findKind({ group, version, kind }, signal)
  if (resource === undefined) throw new PlainError(`the cluster does not serve ${kind} of ${group}`)
  const { created } = await applyObject(client, resource, object, { force: true }, signal)
  return `${name}${place} ${created ? 'created' : 'applied'}`
}
