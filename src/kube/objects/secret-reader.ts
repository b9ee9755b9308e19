import type { KubeObject } from '../../objects/kube-object.ts'
import type { KubeClient } from '../client.ts'
import { secrets } from './core-resources.ts'
import { getObject } from './get-object.ts'

/** Reads a Secret; undefined when there is none. */
export type ReadSecret = (
  namespace: string,
  name: string,
  signal: AbortSignal,
) => Promise<KubeObject | undefined>

/** Reads Secrets by the rights of a client. */
export function secretReader(client: KubeClient): ReadSecret {
  return (namespace, name, signal) =>
    getObject(client, { resource: secrets, namespace, name }, {}, signal)
}
