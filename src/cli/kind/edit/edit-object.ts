import { isKubeError } from '../../../kube/errors.ts'
import { patchObject } from '../../../kube/objects/patch-object.ts'
import type { Json } from '../../../objects/json.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import { sleep } from '../../../std/sleep.ts'
import type { OpenCluster } from '../../options/cluster-options.ts'
import type { KindView } from '../kind-view.ts'
import { oneObject, targetOf } from '../objects-of.ts'

const mostAttempts = 8
// An operator that is busy with the object is through in a moment.
const pauseMilliseconds = 25

/**
 * Changes fields of a spec by their present values, and gives the object as it then is. It never overwrites a change that somebody else
 * made meanwhile: the object is read and decided anew, because the operator writes its status at
 * any moment.
 */
export async function editObject(
  view: KindView,
  {
    name,
    specOf,
  }: {
    readonly name: string
    readonly specOf: (object: KubeObject) => Readonly<Record<string, Json>>
  },
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<KubeObject> {
  for (let attempt = 1; ; attempt++) {
    const object = await oneObject(view, name, cluster, signal)
    const metadata = { resourceVersion: textAt(object, ['metadata', 'resourceVersion']) }
    const patch = { type: 'merge', patch: { metadata, spec: specOf(object) } } as const
    try {
      const target = targetOf(view, name, cluster)
      const options = { fieldValidation: 'Strict' } as const
      return (await patchObject(cluster.client, target, patch, options, signal)).object
    } catch (error) {
      if (!isKubeError(error, 'conflict') || attempt === mostAttempts) throw error
      await sleep(attempt * pauseMilliseconds, signal)
    }
  }
}
