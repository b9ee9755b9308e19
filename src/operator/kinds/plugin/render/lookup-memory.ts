import type { ClusterFacts } from './inputs-key.ts'

type Lookups = ClusterFacts['lookups']

interface Looked {
  readonly inputs: string
  readonly lookups: Lookups
}

// The inputs of the release, and those of the last attempt after it.
const most = 2

/**
 * The lookups of the templates of plugins, by the key of the inputs that they were rendered from.
 */
export class LookupMemory {
  private readonly byPlugin = new Map<string, readonly Looked[]>()

  note(plugin: string, inputs: string, lookups: Lookups): void {
    if (Object.keys(lookups).length === 0) return
    const others = (this.byPlugin.get(plugin) ?? []).filter((one) => one.inputs !== inputs)
    this.byPlugin.set(plugin, [{ inputs, lookups }, ...others].slice(0, most))
  }

  of(plugin: string, inputs: string): Lookups | undefined {
    return this.byPlugin.get(plugin)?.find((one) => one.inputs === inputs)?.lookups
  }

  forget(plugin: string): void {
    this.byPlugin.delete(plugin)
  }
}
