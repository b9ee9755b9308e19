/** A block that grows beyond this is halved: to insert moves a block, not all names. */
const largestBlock = 1024

/** Names in the order of their UTF-16 units, each once. */
export class SortedNames {
  /** Never empty blocks. */
  readonly #blocks: string[][] = []

  /** Adds a name that is not there. */
  add(name: string): void {
    const at = Math.min(this.#blockOf(name), this.#blocks.length - 1)
    const block = this.#blocks[at]
    if (block === undefined) {
      this.#blocks.push([name])
      return
    }
    block.splice(positionIn(block, name), 0, name)
    if (block.length > largestBlock) {
      this.#blocks.splice(at + 1, 0, block.splice(block.length >>> 1))
    }
  }

  /** Takes a name away that is there. */
  delete(name: string): void {
    const at = this.#blockOf(name)
    const block = this.#blocks[at]
    if (block === undefined) return
    block.splice(positionIn(block, name), 1)
    if (block.length === 0) this.#blocks.splice(at, 1)
  }

  /** The names from this one on, in order. */
  *from(name: string): Generator<string> {
    let at = this.#blockOf(name)
    let start = positionIn(this.#blocks[at] ?? [], name)
    for (; at < this.#blocks.length; at++, start = 0) {
      const block = this.#blocks[at] ?? []
      for (let index = start; index < block.length; index++) yield block[index] ?? ''
    }
  }

  /** The first block whose last name is not before this one; behind all when there is none. */
  #blockOf(name: string): number {
    let [low, high] = [0, this.#blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#blocks[middle]?.at(-1) ?? '') < name) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Where the name is, or would be. */
function positionIn(block: readonly string[], name: string): number {
  let [low, high] = [0, block.length]
  const last = block[high - 1]
  if (last !== undefined && last < name) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((block[middle] ?? '') < name) low = middle + 1
    else high = middle
  }
  return low
}
