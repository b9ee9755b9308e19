import {
  type ExtensionInstance,
  parseExtensionInstance,
} from '../../../kinds/extension-instance.ts'
import type { Clock } from '../../../std/clock.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'

// A watch that takes longer has broken, and its next list has all instances.
const longestWait = 60_000

/** Instances that we created and the watch has not delivered yet; without this they would look as if a user had deleted them. */
export class CreatedInstances {
  private readonly clock: Clock
  private readonly untold = new Map<
    string,
    { readonly instance: ExtensionInstance; readonly at: number }
  >()

  constructor(clock: Clock) {
    this.clock = clock
  }

  note(key: string, object: KubeObject): void {
    const at = this.clock.monotonic()
    for (const [other, one] of this.untold) if (at - one.at > longestWait) this.untold.delete(other)
    const parsed = parseExtensionInstance(object)
    if (parsed.ok) this.untold.set(key, { instance: parsed.value, at })
  }

  /** The watch has delivered an instance: from now on its state counts. */
  told(key: string): void {
    this.untold.delete(key)
  }

  on(cluster: string | undefined): readonly ExtensionInstance[] {
    const now = this.clock.monotonic()
    return [...this.untold.values()]
      .filter(({ at }) => now - at <= longestWait)
      .map(({ instance }) => instance)
      .filter(({ spec }) => spec.cluster === cluster)
  }
}
