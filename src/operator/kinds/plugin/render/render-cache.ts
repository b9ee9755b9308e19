import { type Renders, rendersFor } from '../../../sources/renders.ts'
import type { ReleaseFacts } from '../../../../chart/render/render-values.ts'
import { splitKey } from '../../../../controller/object-store.ts'
import type { ReleasePorts } from '../../../../release/ports.ts'
import { renderRelease } from '../../../../release/render/render-release.ts'
import type { RenderInput, RenderedRelease } from '../../../../release/render/render-input.ts'
import { isStillTrue } from './ask-cluster.ts'
import { ClusterQuestions } from './cluster-questions.ts'
import type { Asked } from './inputs-key.ts'

/** A render for a plugin. */
export interface RenderOrder {
  /** Of the plugin. */
  readonly key: string
  /** Everything that the render is made from, but what it asks of the cluster. */
  readonly base: string
  readonly input: RenderInput
  readonly facts: ReleaseFacts
  readonly cluster: Pick<ReleasePorts, 'client' | 'discovery'>
}

interface Made {
  readonly render: RenderedRelease
  readonly asked: Asked
}

type Entry = { readonly order: RenderOrder } & (
  | { readonly is: 'waiting'; readonly signal: AbortSignal }
  /** Undefined when it failed: whoever needs it will see why. */
  | { readonly is: 'begun'; readonly made: Promise<Made | undefined> }
)

const mostAtOnce = 2
/** Characters of all rendered texts that are kept. */
const mostCharacters = 32_000_000

/** Renders for plugins; those that wait for others are rendered meanwhile. */
export class RenderCache {
  private readonly renders: Renders
  private readonly unheard: Pick<ReleasePorts, 'entropy' | 'report'>
  private readonly entries = new Map<string, Entry>()
  private readonly sizes = new Map<string, number>()
  private running = 0

  constructor(renders: Renders, entropy: ReleasePorts['entropy']) {
    this.renders = renders
    this.unheard = { entropy, report: () => {} }
  }

  /** Says that a render will be needed. */
  begin(order: RenderOrder, signal: AbortSignal): void {
    const known = this.entries.get(order.key)
    if (known !== undefined && isSame(known.order, order)) return
    this.forget(order.key)
    this.entries.set(order.key, { is: 'waiting', order, signal })
    this.goOn()
  }

  forget(key: string): void {
    this.entries.delete(key)
    this.sizes.delete(key)
  }

  /** Gives what was rendered ahead while that is what would be rendered now; else renders. */
  async render(
    order: RenderOrder,
    questions: ClusterQuestions,
    signal: AbortSignal,
  ): Promise<RenderedRelease> {
    const { input, facts, cluster } = order
    const made = await this.take(order)
    if (made !== undefined && (await isStillTrue(made.asked, cluster, signal))) {
      questions.asked = made.asked
      return made.render
    }
    const round = questions.recording(this.rendersOf(order).now)
    return renderRelease(input, facts, { ...cluster, ...this.unheard, round }, signal)
  }

  private rendersOf({ key }: RenderOrder): Pick<Renders, 'now' | 'ahead'> {
    return rendersFor(this.renders, splitKey(key).namespace)
  }

  private async take(order: RenderOrder): Promise<Made | undefined> {
    const entry = this.entries.get(order.key)
    this.forget(order.key)
    if (entry?.is !== 'begun' || !isSame(entry.order, order)) return undefined
    return entry.made
  }

  private goOn(): void {
    for (const [key, entry] of this.entries) {
      if (this.running >= mostAtOnce) return
      if (entry.is !== 'waiting') continue
      const { order } = entry
      this.running++
      this.entries.set(key, { is: 'begun', order, made: this.make(order, entry.signal) })
    }
  }

  private async make(order: RenderOrder, signal: AbortSignal): Promise<Made | undefined> {
    const { input, facts, cluster, key } = order
    const questions = new ClusterQuestions()
    const round = questions.recording(this.rendersOf(order).ahead)
    try {
      const render = await renderRelease(
        input,
        facts,
        { ...cluster, ...this.unheard, round },
        signal,
      )
      this.keep(key, order, render)
      return { render, asked: questions.asked }
    } catch {
      // It may fail because what the plugin waits for is not there.
      return undefined
    } finally {
      this.running--
      this.goOn()
    }
  }

  private keep(key: string, order: RenderOrder, { rendered }: RenderedRelease): void {
    if (this.entries.get(key)?.order !== order) return
    const texts = [...rendered.manifests, ...rendered.hooks]
    const size = texts.reduce((sum, { text }) => sum + text.length, 0)
    this.sizes.set(key, size)
    let together = [...this.sizes.values()].reduce((sum, one) => sum + one, 0)
    for (const [oldest, characters] of this.sizes) {
      if (together <= mostCharacters) return
      together -= characters
      this.forget(oldest)
    }
  }
}

function isSame(one: RenderOrder, other: RenderOrder): boolean {
  const { revision, isUpgrade } = one.facts
  // An interrupted release is continued with its recorded entropy.
  if (one.input.entropy !== other.input.entropy) return false
  const sameFacts = revision === other.facts.revision && isUpgrade === other.facts.isUpgrade
  return sameFacts && one.base === other.base
}
