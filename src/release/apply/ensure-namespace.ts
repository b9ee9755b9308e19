import { namespaces } from '../../kube/objects/core-resources.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { ReleasePorts } from '../ports.ts'
import { helmManager } from '../server-apply/helm-apply.ts'

/** Makes sure that a namespace is there, labelled with its name as Helm does. */
export async function ensureNamespace(
  name: string,
  { client, report }: Pick<ReleasePorts, 'client' | 'report'>,
  signal: AbortSignal,
): Promise<void> {
  const object = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { name } },
  }
  const options = { fieldManager: helmManager, force: false }
  const { created } = await applyObject(client, namespaces, object, options, signal)
  const id = { group: '', version: 'v1', kind: 'Namespace', namespace: '', name }
  if (created) report({ type: 'object', object: id, did: 'created' })
}
