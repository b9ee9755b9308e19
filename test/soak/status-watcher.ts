import {
  type KubeObject,
  conditionOf,
  nameOf,
  numberAt,
  textAt,
} from '../../src/objects/kube-object.ts'
import type { SoakPlatform } from './soak-platform.ts'

const pauseMilliseconds = 200
const sample = 20

/** Compares what plugins say of themselves with what is on the cluster, while others kill servers and operators. */
export class StatusWatcher {
  readonly problems: string[] = []
  compared = 0
  private readonly platform: SoakPlatform
  private at = 0

  constructor(platform: SoakPlatform) {
    this.platform = platform
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        const plugins = await this.platform.plugins()
        const few = Array.from({ length: Math.min(sample, plugins.length) }, () =>
          this.next(plugins),
        )
        for (const plugin of few) await this.compare(plugin)
      } catch {
        // The server is away: nothing can be compared.
      }
      await new Promise((done) => setTimeout(done, pauseMilliseconds))
    }
  }

  /** Those that are not as they were asked to be in the end. */
  async untilAllTrue(names: readonly string[], patience: number): Promise<readonly string[]> {
    const end = Date.now() + patience
    for (;;) {
      const open = await this.open(names).catch((error: unknown) => [String(error)])
      if (open.length === 0 || Date.now() > end) return open
      await new Promise((done) => setTimeout(done, 1000))
    }
  }

  private async open(names: readonly string[]): Promise<readonly string[]> {
    const plugins = new Map((await this.platform.plugins()).map((one) => [nameOf(one), one]))
    const found = names.map(async (name) => {
      const plugin = plugins.get(name)
      if (plugin === undefined) return `${name} is not there`
      if (!isReady(plugin)) return `${name} is not ready at the end: ${wordsOf(plugin)}`
      const is = await this.platform.valueOf(name)
      return is === wantedOf(plugin) ? '' : `${name} says ready and has ${is}`
    })
    return (await Promise.all(found)).filter((line) => line !== '')
  }

  private next(plugins: readonly KubeObject[]): KubeObject {
    const plugin = plugins[this.at++ % plugins.length]
    if (plugin === undefined) throw new Error('there are no plugins')
    return plugin
  }

  // Ready before and after the look at the same spec: then the look must have found that spec.
  private async compare(plugin: KubeObject): Promise<void> {
    const name = nameOf(plugin)
    if (conditionOf(plugin, 'Stalled')?.status === 'True')
      this.note(`${name} gave up although nothing is wrong: ${wordsOf(plugin)}`)
    if (!isReady(plugin)) return
    const is = await this.platform.valueOf(name)
    const again = await this.platform.plugin(name)
    if (again === undefined || !isReady(again) || generationOf(again) !== generationOf(plugin))
      return
    this.compared++
    const wanted = wantedOf(plugin)
    if (is !== wanted) this.note(`${name} said ready for ${wanted} while there was ${is}`)
  }

  private note(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem)
  }
}

function isReady(plugin: KubeObject): boolean {
  const isCurrent = numberAt(plugin, ['status', 'observedGeneration']) === generationOf(plugin)
  return isCurrent && conditionOf(plugin, 'Ready')?.status === 'True'
}

function generationOf(plugin: KubeObject): number | undefined {
  return numberAt(plugin, ['metadata', 'generation'])
}

function wantedOf(plugin: KubeObject): string {
  return String(numberAt(plugin, ['spec', 'values', 'value']))
}

function wordsOf(plugin: KubeObject): string {
  const { reason = '', message = '' } = conditionOf(plugin, 'Ready') ?? {}
  return `${reason}: ${message} (${textAt(plugin, ['metadata', 'resourceVersion'])})`
}
