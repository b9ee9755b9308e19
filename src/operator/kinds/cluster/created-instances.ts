import {
  type ExtensionInstance,
  parseExtensionInstance,
} from '../../../kinds/extension-instance.ts'
import type { Clock } from '../../../std/clock.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'

// A watch that takes longer has broken, and its next list says what is there.
const longestWait = 60_000

/** Instances that we created and the watch has not told yet: without them they would look taken away. */
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

  /** The watch has told something of an instance: it knows better from now on. */
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
