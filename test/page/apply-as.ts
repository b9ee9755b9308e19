import type { ApiResource } from '../../src/kube/api-resource.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'

/** Applies an object as a manager of fields who is not ours, over whatever others set. */
export async function applyAs(
  fieldManager: string,
  kubeconfig: string,
  resource: ApiResource,
  object: KubeObject,
): Promise<void> {
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const { signal } = new AbortController()
  try {
    await applyObject(client, resource, object, { fieldManager, force: true }, signal)
  } finally {
    await close()
  }
}
