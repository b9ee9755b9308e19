import type { Chart, Table } from '../../chart/chart.ts'
import {
  type Flip,
  type Noted,
  flipsOf,
  noteBranches,
  sampleText,
  subchartFlips,
  withFlips,
} from '../../chart/explain/flips.ts'
import type { RenderRequest } from '../../chart/render/render.ts'
import { coalesceValues } from '../../chart/values/coalesce.ts'
import type { RenderImages, RenderedImage } from './render-images.ts'

/** An image that some values bring which are not those of the user. */
export interface ExploredImage extends RenderedImage {
  readonly flips: readonly Flip[]
}

export interface Exploration {
  readonly images: ReadonlyMap<string, ExploredImage>
  /** How many values could be flipped, and whether there were too many to try each. */
  readonly flips: number
  readonly isComplete: boolean
}

const maxRounds = 4
const groupSize = 12
const all = { includeCrds: false, hooks: 'all' } as const

// Fields, flags, variables and helpers; not the labels of metrics in rules and dashboards.
const imageWords = /image["']?\s*:|[-_.]image|[a-z]Image|IMAGE|^images?$/

function mayNameImages(text: string): boolean {
  return imageWords.test(text)
}

/**
 * Finds images that other values than the given ones bring: each value that decided a branch is flipped by itself, then all
 * that switch something on together, so that branches inside of branches are seen as well.
 */
export class Explorer {
  private readonly chart: Chart
  private readonly request: RenderRequest
  private readonly renders: RenderImages
  private readonly maxRenders: number
  private readonly full: Table
  private readonly found = new Map<string, ExploredImage>()
  private readonly known: Set<string>

  constructor(
    chart: Chart,
    request: RenderRequest,
    renders: RenderImages,
    options: { readonly known: Iterable<string>; readonly maxRenders: number },
  ) {
    this.chart = chart
    this.request = request
    this.renders = renders
    this.maxRenders = options.maxRenders
    this.known = new Set(options.known)
    this.full = coalesceValues(chart, request.values, 'coalesce', () => {})
  }

  explore(base: Noted, signal: AbortSignal): Exploration {
    const flips = new Map(subchartFlips(this.chart, this.full).map((flip) => [flip.text, flip]))
    for (const [text, flip] of flipsOf(base, mayNameImages)) flips.set(text, flip)
    this.tryAll([...flips.values()], [], signal)
    let together = [...flips.values()].filter(({ value }) => value === true)
    for (let round = 0; round < maxRounds && together.length > 0; round++) {
      const all = this.noteTogether(together, signal)
      if (all === undefined) break
      const more = [...flipsOf(all.noted, mayNameImages).values()].filter(
        (flip) => !flips.has(flip.text) && !flips.has(flip.text.replace(/=false$/, '=true')),
      )
      for (const flip of more) flips.set(flip.text, flip)
      this.tryAll(more, all.flips, signal)
      const enabling = more.filter(({ value }) => value === true)
      together = enabling.length === 0 ? [] : [...all.flips, ...enabling]
    }
    const isComplete = this.renders.renders < this.maxRenders
    return { images: this.found, flips: flips.size, isComplete }
  }

  /** Flips that switch something off hide what others bring, and are tried alone; the others in groups. */
  private tryAll(flips: readonly Flip[], under: readonly Flip[], signal: AbortSignal): void {
    const alone = flips.filter(({ value }) => value === false)
    const groups = groupsOf(flips.filter(({ value }) => value !== false))
    for (const group of [...groups, ...alone.map((flip) => [flip])]) {
      signal.throwIfAborted()
      this.tryGroup(group, under)
    }
  }

  private tryGroup(group: readonly Flip[], under: readonly Flip[]): void {
    if (group.length === 0 || this.renders.renders >= this.maxRenders) return
    if (this.note([...under, ...group]) || group.length === 1) return
    const half = Math.ceil(group.length / 2)
    this.tryGroup(group.slice(0, half), under)
    this.tryGroup(group.slice(half), under)
  }

  /** Notes what these flips bring; false when the chart refuses them. */
  private note(flips: readonly Flip[]): boolean {
    const images = this.imagesWith(flips)
    for (const [key, image] of images ?? []) {
      if (this.known.has(key)) continue
      this.known.add(key)
      const telling = isMadeUp(image) ? this.withoutSamples(key, flips) : flips
      if (telling !== undefined) this.found.set(key, { ...image, flips: this.fewest(key, telling) })
    }
    return images !== undefined
  }

  /** The flips that bring an image without a word of ours; undefined when it is that word. */
  private withoutSamples(key: string, flips: readonly Flip[]): readonly Flip[] | undefined {
    const own = flips.filter(({ value }) => typeof value === 'boolean')
    if (own.length === 0 || this.renders.renders >= this.maxRenders) return undefined
    return this.imagesWith(own)?.has(key) === true ? own : undefined
  }

  private imagesWith(flips: readonly Flip[]): ReadonlyMap<string, RenderedImage> | undefined {
    return this.renders.with(withFlips(this.request.values, this.full, flips))
  }

  /** As few of the flips as still bring the image: pieces are left out, halves first. */
  private fewest(key: string, flips: readonly Flip[]): readonly Flip[] {
    let left = flips
    for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < left.length && left.length > 1;) {
        if (this.renders.renders >= 2 * this.maxRenders) return left
        const rest = [...left.slice(0, at), ...left.slice(at + size)]
        if (this.imagesWith(rest)?.has(key) === true) left = rest
        else at += size
      }
    }
    return left
  }

  /** A render with as many of the flips as the chart takes together. */
  private noteTogether(
    flips: readonly Flip[],
    signal: AbortSignal,
  ): { readonly flips: readonly Flip[]; readonly noted: Noted } | undefined {
    const taken = this.takenTogether(flips, signal)
    this.note(taken)
    const values = withFlips(this.request.values, this.full, taken)
    const noted = noteBranches(this.chart, { ...this.request, values }, all)
    return 'error' in noted ? undefined : { flips: taken, noted }
  }

  private takenTogether(flips: readonly Flip[], signal: AbortSignal): readonly Flip[] {
    let taken: readonly Flip[] = []
    const add = (group: readonly Flip[]): void => {
      signal.throwIfAborted()
      if (group.length === 0 || this.renders.renders >= this.maxRenders) return
      if (this.imagesWith([...taken, ...group]) !== undefined) taken = [...taken, ...group]
      else if (group.length > 1) {
        const half = Math.ceil(group.length / 2)
        add(group.slice(0, half))
        add(group.slice(half))
      }
    }
    add(flips)
    return taken
  }
}

const madeUp = new Set([sampleText, 'true', 'false'])

// A name or tag that was empty, and is a word only because it was flipped.
function isMadeUp({ found: { reference } }: RenderedImage): boolean {
  const { host, repository, tag = '' } = reference
  return [host, ...repository.split('/'), tag].some((word) => madeUp.has(word))
}

/** Groups in which no value is flipped twice. */
function groupsOf(flips: readonly Flip[]): readonly (readonly Flip[])[] {
  const groups: Flip[][] = []
  for (const flip of flips) {
    const place = JSON.stringify(flip.keys)
    const group = groups.find(
      (one) => one.length < groupSize && !one.some(({ keys }) => JSON.stringify(keys) === place),
    )
    if (group === undefined) groups.push([flip])
    else group.push(flip)
  }
  return groups
}
