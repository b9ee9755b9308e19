import type { KindDefinition } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { Column } from '../output/table.ts'

/** How people look at objects of one of our kinds. */
export interface KindView {
  /** The word of the command line, `plugin`. */
  readonly noun: string
  readonly definition: KindDefinition
  /** The kind of what does the work for an object, under the same name: its events tell of the object, too. */
  readonly worker?: KindDefinition
  /** Name, namespace and age are added to them. */
  readonly columns: readonly Column<KubeObject>[]
  /** For a kind whose objects are not for every namespace: which of them a namespace may use. */
  readonly visibleTo?: (
    client: KubeClient,
    namespace: string,
    signal: AbortSignal,
  ) => Promise<(object: KubeObject) => boolean>
  /** The first lines of `describe`: labels and their values. */
  readonly facts: (object: KubeObject) => readonly (readonly [string, string])[]
}
