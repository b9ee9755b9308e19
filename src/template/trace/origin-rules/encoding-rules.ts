// YAML and JSON: what is written keeps apart what each line depends on, what is read back finds it again.
import { itemsOf, isList, type Value } from '../../../formats/value.ts'
import { composeDocument } from '../../../formats/yaml/compose.ts'
import { targetOf, type Node } from '../../../formats/yaml/nodes.ts'
import { allReads, deepReads, dependingOn, type OriginRule } from './origin-rule.ts'
import { lineOf } from './align-lines.ts'
import type { LineOrigin, Provenance, Traced } from '../provenance.ts'
import { noReads, type ReadSet } from '../read-set.ts'
import { entriesOf, isContainer, type Key } from '../container-origins.ts'
import type { Tracing } from '../tracing.ts'

const writeLines: OriginRule = (tracing, args, call) => {
  const value = call()
  const [source] = args
  const reads = allReads(tracing, args)
  if (source === undefined || typeof value !== 'string') return { value, from: { reads } }
  if (!isContainer(source.value)) return { value, from: { reads } }
  return { value, from: { reads, lines: yamlLines(tracing, source, value), written: source.value } }
}

const writeOneLine: OriginRule = (tracing, args, call) => {
  const value = call()
  const [source] = args
  const reads = allReads(tracing, args)
  return { value, from: { reads, ...(source === undefined ? {} : { written: source.value }) } }
}

const readLines: OriginRule = (tracing, args, call) => {
  const value = call()
  const [text] = args
  if (text === undefined || !isContainer(value))
    return dependingOn(tracing, value, allReads(tracing, args))
  if (text.from.written !== undefined) return readBack(tracing, value, text.from)
  const root = text.from.lines === undefined ? undefined : compose(text.value as string)
  if (root === undefined) return dependingOn(tracing, value, text.from.reads)
  new LineReader(tracing, text).record(root, value)
  // That it is not empty follows from any of its entries, which know what they depend on themselves.
  const isFilled = [...entriesOf(value)].length > 0
  const reads = isFilled ? tracing.sets.asPresence(text.from.reads) : text.from.reads
  return { value, from: { reads } }
}

const readOneLine: OriginRule = (tracing, args, call) => {
  const value = call()
  const [text] = args
  if (text?.from.written !== undefined) return readBack(tracing, value, text.from)
  return dependingOn(tracing, value, allReads(tracing, args))
}

/** A text that was written from a container and not changed is that container again. */
function readBack(tracing: Tracing, value: Value, from: Provenance): Traced {
  tracing.origins.copy(value, from.written)
  return { value, from: { reads: noReads } }
}

/** The reads that each line of the YAML of a container depends on. */
function yamlLines(tracing: Tracing, source: Traced, text: string): readonly LineOrigin[] {
  const starts = new Map<number, ReadSet>()
  const root = compose(text)
  const lines = text.split('\n')
  if (root === undefined) {
    const reads = deepReads(tracing, source)
    return lines.map(() => ({ reads, place: undefined }))
  }
  const addReads = (line: number, reads: ReadSet) =>
    starts.set(line, tracing.sets.union(starts.get(line) ?? noReads, reads))
  visit(tracing, root, source, addReads)
  // The further lines of a block scalar depend on what its first one does.
  let before: ReadSet = noReads
  return lines.map((_, line) => {
    before = starts.get(line) ?? before
    return { reads: before, place: undefined }
  })
}

type AddReads = (line: number, reads: ReadSet) => void

function visit(tracing: Tracing, node: Node, { value, from }: Traced, addReads: AddReads): void {
  addReads(node.line, from.reads)
  if (!isContainer(value)) return
  if (node.kind === 'sequence' && isList(value)) {
    const items = itemsOf(value)
    node.children.forEach((child, index) => {
      visit(tracing, child, inside(tracing, { value, from }, index, items[index]), addReads)
    })
  }
  if (node.kind !== 'mapping' || !(value instanceof Map)) return
  for (let at = 0; at < node.children.length; at += 2) {
    const [key, child] = [node.children[at], node.children[at + 1]]
    if (key?.kind !== 'scalar' || child === undefined) continue
    const entry = inside(tracing, { value, from }, key.value, value.get(key.value))
    addReads(key.line, entry.from.reads)
    visit(tracing, child, entry, addReads)
  }
}

/** An entry, which is there because its container is. */
function inside(tracing: Tracing, { value, from }: Traced, key: Key, entry: Value): Traced {
  if (!isContainer(value)) return { value: entry, from }
  const { reads } = tracing.origins.entry(value, key, entry)
  const own = tracing.sets.union(reads, tracing.origins.presence(value, key))
  const isImplied = tracing.sets.isImplied(from.reads, own)
  return { value: entry, from: { reads: isImplied ? own : tracing.sets.union(own, from.reads) } }
}

function compose(text: string): Node | undefined {
  try {
    return composeDocument(text)
  } catch {
    // Text that is no YAML has no lines to tell apart; what reads it says so itself.
    return undefined
  }
}

/** Gives what was read from a text the reads of the lines that it came from. */
class LineReader {
  private readonly tracing: Tracing
  private readonly text: Traced
  private readonly ends: number

  constructor(tracing: Tracing, text: Traced) {
    this.tracing = tracing
    this.text = text
    this.ends = (text.value as string).split('\n').length
  }

  record(node: Node, value: Value): void {
    this.visit(targetOf(node), value, this.ends)
  }

  private visit(node: Node, value: Value, end: number): void {
    if (!isContainer(value)) return
    const { origins } = this.tracing
    origins.need(value).absent = this.text.from.reads
    if (node.kind === 'sequence' && isList(value)) {
      const items = itemsOf(value)
      node.children.forEach((child, index) => {
        const next = node.children[index + 1]?.line ?? end
        this.entry(value, index, { first: child.line, next, node: child }, items[index])
      })
    }
    if (node.kind !== 'mapping' || !(value instanceof Map)) return
    for (let at = 0; at < node.children.length; at += 2) {
      const [key, child] = [node.children[at], node.children[at + 1]]
      if (key?.kind !== 'scalar' || child === undefined) continue
      const next = node.children[at + 2]?.line ?? end
      this.entry(value, key.value, { first: key.line, next, node: child }, value.get(key.value))
    }
  }

  private entry(
    container: ReadonlyMap<string, Value> | Extract<Value, readonly Value[]> | Value,
    key: string | number,
    at: { readonly first: number; readonly next: number; readonly node: Node },
    value: Value,
  ): void {
    if (!isContainer(container)) return
    const presence = lineOf(this.text.from, at.first).reads
    const reads = this.entryReads(value, at, presence)
    this.tracing.origins.set(container, key, { reads, presence })
    this.visit(targetOf(at.node), value, at.next)
  }

  private entryReads(
    value: Value,
    at: { readonly first: number; readonly next: number },
    presence: ReadSet,
  ): ReadSet {
    // Where there is nothing, a branch not taken may have left something out.
    if (value === null) return this.text.from.reads
    return isContainer(value) ? presence : this.linesReads(at.first, at.next)
  }

  private linesReads(first: number, next: number): ReadSet {
    const sets: ReadSet[] = []
    for (let line = first; line < Math.max(next, first + 1); line++) {
      sets.push(lineOf(this.text.from, line).reads)
    }
    return this.tracing.sets.all(sets)
  }
}

export const encodingRules: Readonly<Record<string, OriginRule>> = {
  toYaml: writeLines,
  mustToYaml: writeLines,
  toYamlPretty: writeLines,
  fromYaml: readLines,
  fromYamlArray: readLines,
  toJson: writeOneLine,
  mustToJson: writeOneLine,
  toRawJson: writeOneLine,
  mustToRawJson: writeOneLine,
  toPrettyJson: writeOneLine,
  mustToPrettyJson: writeOneLine,
  fromJson: readOneLine,
  mustFromJson: readOneLine,
  fromJsonArray: readOneLine,
}
