import type { Arrow } from './shown-graph.ts'

/** A place in a layer: a box, or the point where a long arrow passes. */
export interface Spot {
  readonly id: string
  readonly isBox: boolean
  /** Neighbours in the layer before and in the layer after. */
  readonly before: Spot[]
  readonly after: Spot[]
}

/** An arrow and the spots that it passes, its ends included. */
interface Route extends Arrow {
  readonly spots: readonly Spot[]
}

export interface Layers {
  readonly layers: readonly (readonly Spot[])[]
  readonly routes: readonly Route[]
}

const sweeps = 8

/**
 * Puts what is needed into earlier layers than what needs it, and orders every layer so that few arrows cross. Arrows of a circle that lead back have no
 * route.
 */
export function layersOf(ids: readonly string[], arrows: readonly Arrow[]): Layers {
  const ranks = ranksOf(ids, arrows)
  const layers: Spot[][] = []
  const newSpot = (id: string, isBox: boolean, rank: number): Spot => {
    const spot: Spot = { id, isBox, before: [], after: [] }
    ;(layers[rank] ??= []).push(spot)
    return spot
  }
  for (let rank = 0; rank <= Math.max(0, ...ranks.values()); rank++) layers[rank] = []
  const boxes = new Map(ids.map((id) => [id, newSpot(id, true, ranks.get(id) ?? 0)]))
  const routes = arrows.flatMap(({ from, to }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)]
    const [first, last] = [ranks.get(from) ?? 0, ranks.get(to) ?? 0]
    if (start === undefined || end === undefined || first >= last) return []
    const spots = [start]
    for (let rank = first + 1; rank < last; rank++) {
      spots.push(newSpot(`${from}\n${to}\n${rank}`, false, rank))
    }
    spots.push(end)
    for (const [at, spot] of spots.slice(1).entries()) {
      const earlier = spots[at]
      if (earlier === undefined) continue
      earlier.after.push(spot)
      spot.before.push(earlier)
    }
    return [{ from, to, spots }]
  })
  return { layers: order(layers), routes }
}

/** The longest way from something that needs nothing; what nobody before it needs stands next to its first use. */
function ranksOf(ids: readonly string[], arrows: readonly Arrow[]): ReadonlyMap<string, number> {
  const known = new Set(ids)
  const inside = arrows.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to)
  const needing = Map.groupBy(inside, ({ from }) => from)
  const open = new Map(ids.map((id) => [id, 0]))
  for (const { to } of inside) open.set(to, (open.get(to) ?? 0) + 1)
  const ranks = new Map<string, number>()
  const done: string[] = []
  const settle = (id: string) => {
    if (!ranks.has(id)) ranks.set(id, 0)
    open.delete(id)
    done.push(id)
  }
  for (const [id, count] of open) if (count === 0) settle(id)
  for (let at = 0; at < done.length || open.size > 0; at++) {
    // Everything left is part of a circle or behind one: it is cut open at any place.
    if (at >= done.length) settle([...open.keys()][0] ?? '')
    const id = done[at] ?? ''
    for (const { to } of needing.get(id) ?? []) {
      const count = open.get(to)
      if (count === undefined) continue
      ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(id) ?? 0) + 1))
      open.set(to, count - 1)
      if (count === 1) settle(to)
    }
  }
  const needed = new Set(inside.map(({ to }) => to))
  for (const id of ids) {
    const uses = (needing.get(id) ?? []).map(({ to }) => ranks.get(to) ?? 0)
    if (!needed.has(id) && uses.length > 0) ranks.set(id, Math.max(0, Math.min(...uses) - 1))
  }
  return ranks
}

/** Sorts each layer by the middle of its neighbours, forth and back, and keeps the order with the fewest crossings. */
function order(first: readonly (readonly Spot[])[]): readonly (readonly Spot[])[] {
  let layers = first
  let best = { layers, crossings: crossingsOf(layers) }
  for (let sweep = 0; sweep < sweeps && best.crossings > 0; sweep++) {
    const side = sweep % 2 === 0 ? 'before' : 'after'
    layers = swept(layers, side)
    const crossings = crossingsOf(layers)
    if (crossings < best.crossings) best = { layers, crossings }
  }
  return best.layers
}

function swept(
  layers: readonly (readonly Spot[])[],
  side: 'before' | 'after',
): readonly (readonly Spot[])[] {
  const next = layers.map((layer) => [...layer])
  const numbers = layers.map((_, at) => (side === 'before' ? at : layers.length - 1 - at))
  const places = new Map<Spot, number>()
  for (const number of numbers) {
    const layer = next[number] ?? []
    for (const [at, spot] of layer.entries()) places.set(spot, at)
    const middles = new Map(
      layer.map((spot) => {
        const near = spot[side]
        const sum = near.reduce((total, one) => total + (places.get(one) ?? 0), 0)
        return [spot, near.length === 0 ? (places.get(spot) ?? 0) : sum / near.length]
      }),
    )
    layer.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
    for (const [at, spot] of layer.entries()) places.set(spot, at)
  }
  return next
}

function crossingsOf(layers: readonly (readonly Spot[])[]): number {
  return layers.slice(1).reduce((sum, layer, at) => sum + between(layers[at] ?? [], layer), 0)
}

/** Counts inversions of the ends of all arrows between two layers with a tree of sums. */
function between(left: readonly Spot[], right: readonly Spot[]): number {
  const places = new Map(right.map((spot, at) => [spot, at]))
  const ends = left.flatMap((spot) =>
    spot.after.map((one) => places.get(one) ?? 0).toSorted((a, b) => a - b),
  )
  const sums = new Uint32Array(right.length + 1)
  let crossings = 0
  for (const [seen, end] of ends.entries()) {
    let below = 0
    for (let at = end + 1; at > 0; at -= at & -at) below += sums[at] ?? 0
    crossings += seen - below
    for (let at = end + 1; at <= right.length; at += at & -at) sums[at] = (sums[at] ?? 0) + 1
  }
  return crossings
}
