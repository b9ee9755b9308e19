import { type Layers, type Spot, layersOf } from './layers.ts'
import type { ShownGraph } from './shown-graph.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export interface Placed {
  readonly width: number
  readonly height: number
  /** The middle of each box. */
  readonly boxes: Readonly<Record<string, Point>>
  readonly arrows: readonly {
    readonly from: string
    readonly to: string
    readonly points: readonly Point[]
  }[]
  /** The names of categories, above the boxes that need nothing and that nothing needs. */
  readonly labels: readonly (Point & { readonly text: string })[]
}

export const boxWidth = 208
export const boxHeight = 48

const margin = 24
const columnGap = 84
const rowGap = 16
const passing = 10
const rounds = 6

/**
 * Places boxes from left to right: what is needed stands left of what needs it. Boxes without arrows stand in blocks below, one for each category. A
 * library for this (dagre) took minutes for two thousand boxes.
 */
export function layout({ boxes, arrows }: ShownGraph): Placed {
  const linked = new Set(arrows.flatMap(({ from, to }) => [from, to]))
  const ids = boxes.filter(({ id }) => linked.has(id)).map(({ id }) => id)
  const layers = layersOf(ids, arrows)
  const places = placeLayers(layers)
  const placed: Record<string, Point> = {}
  for (const [spot, place] of places) if (spot.isBox) placed[spot.id] = place
  const ends = [...places.values()]
  const width = Math.max(0, ...ends.map(({ x }) => x + boxWidth / 2 + margin))
  const height = Math.max(0, ...ends.map(({ y }) => y + boxHeight / 2 + margin))
  const loose = placeLoose(
    boxes.filter(({ id }) => !linked.has(id)),
    { top: height, width },
    placed,
  )
  return {
    width: Math.max(width, loose.width),
    height: Math.max(height, loose.height),
    boxes: placed,
    labels: loose.labels,
    arrows: layers.routes.map(({ from, to, spots }) => ({
      from,
      to,
      points: spots.map((spot) => {
        const { x, y } = places.get(spot) ?? { x: 0, y: 0 }
        const side = spot === spots[0] ? 1 : spot === spots.at(-1) ? -1 : 0
        return { x: x + (side * boxWidth) / 2, y }
      }),
    })),
  }
}

/** Keeps the order of every layer and brings boxes to the height of their neighbours, as near as the others let them. */
function placeLayers({ layers }: Layers): ReadonlyMap<Spot, Point> {
  const heights = new Map<Spot, number>()
  for (const layer of layers) {
    for (const [spot, y] of spread(layer, () => 0)) heights.set(spot, y)
  }
  for (let round = 0; round < rounds; round++) {
    const side = round % 2 === 0 ? 'before' : 'after'
    for (const layer of side === 'before' ? layers : layers.toReversed()) {
      const wanted = (spot: Spot) => {
        const near = spot[side].length > 0 ? spot[side] : [spot]
        return near.reduce((sum, one) => sum + (heights.get(one) ?? 0), 0) / near.length
      }
      for (const [spot, y] of spread(layer, wanted)) heights.set(spot, y)
    }
  }
  const top = [...heights.values()].reduce((least, y) => Math.min(least, y), Infinity)
  return new Map(
    layers.flatMap((layer, rank) =>
      layer.map((spot): [Spot, Point] => [
        spot,
        {
          x: margin + boxWidth / 2 + rank * (boxWidth + columnGap),
          y: margin + boxHeight / 2 + (heights.get(spot) ?? 0) - top,
        },
      ]),
    ),
  )
}

/** The heights of a layer that are nearest to those that are wanted, in order and without overlap: neighbours that would overlap move as one. */
function spread(
  layer: readonly Spot[],
  wanted: (spot: Spot) => number,
): readonly (readonly [Spot, number])[] {
  const offsets: number[] = []
  for (const [at, spot] of layer.entries()) {
    const earlier = layer[at - 1]
    const gap = earlier === undefined ? 0 : (sizeOf(earlier) + sizeOf(spot)) / 2 + rowGap
    offsets.push((offsets[at - 1] ?? 0) + gap)
  }
  const blocks: { sum: number; count: number }[] = []
  for (const [at, spot] of layer.entries()) {
    let block = { sum: wanted(spot) - (offsets[at] ?? 0), count: 1 }
    for (
      let last = blocks.at(-1);
      last !== undefined && last.sum / last.count >= block.sum / block.count;
      last = blocks.at(-1)
    ) {
      block = { sum: last.sum + block.sum, count: last.count + block.count }
      blocks.pop()
    }
    blocks.push(block)
  }
  const starts = blocks.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count))
  return layer.map((spot, at) => [spot, (starts[at] ?? 0) + (offsets[at] ?? 0)] as const)
}

function sizeOf({ isBox }: Spot): number {
  return isBox ? boxHeight : passing
}

const labelHeight = 30

interface Room {
  readonly top: number
  readonly width: number
}

/** Places one block for each category, side by side as long as they are not wider than the picture wants to be. */
function placeLoose(
  boxes: ShownGraph['boxes'],
  { top, width }: Room,
  placed: Record<string, Point>,
): Room & { readonly height: number; readonly labels: Placed['labels'] } {
  const cell = { x: boxWidth + 24, y: boxHeight + rowGap }
  // About as wide as the arrows above, and wider than high.
  const widest = Math.max(width, Math.ceil(Math.sqrt(boxes.length * 1.6)) * cell.x)
  const labels: (Point & { readonly text: string })[] = []
  const groups = [...Map.groupBy(boxes, ({ group }) => group)].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b),
  )
  const head = groups.length > 1 ? labelHeight : 0
  let [left, start, bottom, reached] = [margin, top + (top === 0 ? margin : 0), top, 0]
  for (const [text, members] of groups) {
    const columns = Math.min(Math.ceil(Math.sqrt(members.length)), Math.floor(widest / cell.x))
    if (left > margin && left + columns * cell.x > widest + margin) [left, start] = [margin, bottom]
    if (head > 0) labels.push({ text, x: left, y: start + 16 })
    for (const [at, { id }] of members.entries()) {
      placed[id] = {
        x: left + boxWidth / 2 + (at % columns) * cell.x,
        y: start + head + boxHeight / 2 + Math.floor(at / columns) * cell.y,
      }
    }
    left += columns * cell.x
    bottom = Math.max(bottom, start + head + Math.ceil(members.length / columns) * cell.y + 12)
    reached = Math.max(reached, left)
  }
  return { top, width: reached, height: bottom, labels }
}
