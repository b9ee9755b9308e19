import type { Link, SourceFile, Tree } from './tree.ts'

/** The files of src/ and ui/ that this one names, with the edges to them. */
function neighbours(
  tree: Tree,
  file: SourceFile,
): readonly { readonly file: SourceFile; readonly link: Link }[] {
  return file.links.flatMap((link) => {
    const next = link.to.kind === 'file' ? tree.files.get(link.to.file) : undefined
    return next === undefined ? [] : [{ file: next, link }]
  })
}

/** Which part of the tree a walk sees. */
export interface Walk {
  readonly follows: (link: Link) => boolean
  /** Files the walk does not enter, because a rule looks at them anyway. */
  readonly stopsAt: (file: SourceFile) => boolean
}

/** Every file reached from `start`, nearest first, each with the shortest chain of files to it. */
export function reach(tree: Tree, start: SourceFile, walk: Walk): readonly Reached[] {
  const reached: Reached[] = [{ file: start, chain: [start.path] }]
  const seen = new Set([start.path])
  for (const { file, chain } of reached) {
    for (const next of neighbours(tree, file)) {
      const known = seen.has(next.file.path) || walk.stopsAt(next.file)
      if (known || !walk.follows(next.link)) continue
      seen.add(next.file.path)
      reached.push({ file: next.file, chain: [...chain, next.file.path] })
    }
  }
  return reached
}

/** A file, and the files on the way to it. */
export interface Reached {
  readonly file: SourceFile
  readonly chain: readonly string[]
}

/** One cycle for each knot of files that all reach each other, as the list of files on it. */
export function findCycles(tree: Tree): readonly (readonly string[])[] {
  return knots(tree).map((knot) => shortestCycle(tree, knot))
}

function shortestCycle(tree: Tree, knot: readonly SourceFile[]): readonly string[] {
  const inside = new Set(knot)
  const cycles = knot.flatMap((start) => {
    const around = reach(tree, start, {
      follows: () => true,
      stopsAt: (file) => !inside.has(file),
    })
    const last = around.find(({ file }) =>
      neighbours(tree, file).some((next) => next.file === start),
    )
    return last === undefined ? [] : [[...last.chain, start.path]]
  })
  const [shortest = []] = cycles.toSorted((a, b) => a.length - b.length)
  return shortest
}

// Tarjan's strongly connected components: one pass over the tree however many cycles there are.
function knots(tree: Tree): readonly (readonly SourceFile[])[] {
  const order = new Map<SourceFile, number>()
  const lowest = new Map<SourceFile, number>()
  const open: SourceFile[] = []
  const found: SourceFile[][] = []

  const enter = (file: SourceFile): number => {
    const mine = order.size
    order.set(file, mine)
    open.push(file)
    let low = mine
    for (const next of neighbours(tree, file)) {
      if (!order.has(next.file)) low = Math.min(low, enter(next.file))
      else if (open.includes(next.file)) low = Math.min(low, order.get(next.file) ?? low)
    }
    lowest.set(file, low)
    if (low === mine) close(file)
    return low
  }
  const close = (file: SourceFile): void => {
    const knot = open.splice(open.indexOf(file))
    const toItself = neighbours(tree, file).some((next) => next.file === file)
    if (knot.length > 1 || toItself) found.push(knot)
  }
  for (const file of tree.files.values()) if (!order.has(file)) enter(file)
  return found
}
