import { apiVersion } from '../../../kinds/group.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import { extensionInstanceKind } from '../../../kinds/extension-instance.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { patchObject } from '../../../kube/objects/patch-object.ts'
import { createObject } from '../../../kube/objects/write-object.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import { profileLabel } from '../../clusters/profile-offers.ts'
import type { ProfileInstance } from './profile-instances.ts'
import type { ProfileInstanceFailure } from './observation.ts'
import type { ClusterContext } from './context.ts'

/** Writes the instances of profiles. A failure is reported, and the others are written all the same. */
export async function writeProfileInstances(
  profileInstances: readonly ProfileInstance[],
  cluster: Cluster,
  context: ClusterContext,
  signal: AbortSignal,
): Promise<readonly ProfileInstanceFailure[]> {
  const failures: ProfileInstanceFailure[] = []
  for (const given of profileInstances) {
    try {
      await write(given, cluster, context, signal)
    } catch (error) {
      if (!isKubeError(error) || signal.aborted) throw error
      const { extension, name } = given
      const message = `ExtensionInstance ${cluster.spec.namespace}/${name}: ${error.message}`
      failures.push({ extension, message })
    }
  }
  return failures
}

const resource = resourceOf(extensionInstanceKind)

async function write(
  { name, profile, spec, write: how }: ProfileInstance,
  { spec: { namespace } }: Cluster,
  { client, instances, created, recorder }: ClusterContext,
  signal: AbortSignal,
): Promise<void> {
  const key = `${namespace}/${name}`
  if (how === 'put-back') {
    // Whole, so that what others added goes; an apply takes only what it once gave.
    const labels = labelled(instances.at(key)?.object, profile)
    const patch = [{ op: 'add', path: '/spec', value: spec }, ...labels]
    const target = { resource, namespace, name }
    const { object } = await patchObject(client, target, { type: 'json', patch }, {}, signal)
    const note = `put back to what profile ${profile} enforces: change the profile instead`
    recorder.record(object, { type: 'Warning', reason: 'Corrected', action: 'PutBack', note })
    return
  }
  const metadata = { name, namespace, labels: { [profileLabel]: profile } }
  const body = { apiVersion, kind: extensionInstanceKind.kind, metadata, spec }
  const { object } = await createObject(client, resource, body, {}, signal)
  created.note(key, object)
}

function labelled(object: KubeObject | undefined, profile: string) {
  if (object === undefined) return []
  const { labels } = object.metadata
  if (labels === undefined)
    return [{ op: 'add', path: '/metadata/labels', value: { [profileLabel]: profile } }]
  const path = `/metadata/labels/${profileLabel.replace('/', '~1')}`
  return [{ op: 'add', path, value: profile }]
}
