import type { KubeObject } from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import { type Transform, mapObjects } from './rendered-object.ts'

/**
 * Labels on every object. Neither selectors nor templates of pods get them: what is selected must not
 * change under a workload that runs.
 */
export function addLabels(labels: Readonly<Record<string, string>>): Transform {
  const entries = Object.entries(labels)
  return mapObjects((object) =>
    entries.reduce<KubeObject>(
      (left, [key, value]) => ({ ...left, ...writePath(left, ['metadata', 'labels', key], value) }),
      object,
    ),
  )
}
