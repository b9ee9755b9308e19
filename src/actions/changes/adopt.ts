import { equalJson, type JsonObject } from '../../objects/json.ts'
import { type KubeObject, listAt } from '../../objects/kube-object.ts'
import type { ActionTarget } from './action-target.ts'
import { type WriteChoice, editObject } from './edit-object.ts'

/** Lets a Plugin take over objects, or a release, that are there already. Those that it takes over anyway stay. */
export async function adoptObjects(
  target: ActionTarget,
  adopted: readonly JsonObject[],
  choice: WriteChoice,
  signal: AbortSignal,
): Promise<KubeObject> {
  return editObject(
    target,
    (plugin) => {
      const before = listAt(plugin, ['spec', 'adopt'])
      const more = adopted.filter((one) => !before.some((other) => equalJson(one, other)))
      return { adopt: [...before, ...more] }
    },
    choice,
    signal,
  )
}
