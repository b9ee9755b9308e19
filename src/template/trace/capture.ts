import type { LineOrigin, TemplatePosition, Provenance } from './provenance.ts'
import { noReads, type ReadSet, type ReadSets } from './read-set.ts'

/** The reads that a text depends on, line by line: `at(0)` belongs to the line that is being written. */
export type OriginOfLine = (line: number) => LineOrigin

interface OpenLine {
  reads: ReadSet
  place: TemplatePosition | undefined
  isBlank: boolean
  isEmpty: boolean
  /** The reads that the line break before it depends on. */
  readonly openedBy: ReadSet
  joined: ReadSet
}

/** The output of a template while it is written, with where each line comes from. */
export class Capture {
  text = ''
  private readonly sets: ReadSets
  private readonly lines: OpenLine[] = [newLine()]
  /** Everything that could have made the text another one, branches not taken included. */
  private readonly total = new Set<ReadSet>()

  constructor(sets: ReadSets) {
    this.sets = sets
  }

  write(text: string, originOfLine: OriginOfLine): void {
    this.text += text
    let line = this.lines.at(-1) ?? newLine()
    for (const [index, piece] of text.split('\n').entries()) {
      const origin = originOfLine(index)
      if (index > 0) {
        // Line breaks belong to the line between them only where nothing else does.
        if (line.isEmpty)
          this.addReads(line, this.sets.union(line.openedBy, originOfLine(index - 1).reads))
        line.place ??= originOfLine(index - 1).place
        this.lines.push((line = newLine(origin.reads)))
      }
      if (origin.joined !== undefined) this.join(origin.joined)
      if (piece === '') continue
      this.addReads(line, origin.reads)
      line.isEmpty = false
      if (!line.isBlank) continue
      const isBlank = piece.trim() === ''
      if (!isBlank || line.place === undefined) line.place = origin.place
      line.isBlank = isBlank
    }
  }

  /** Writes what was captured elsewhere, each line with more reads. */
  append(other: Capture, more: (line: number) => ReadSet): void {
    this.text += other.text
    for (const [index, line] of other.lines.entries()) {
      const current = this.lines.at(-1)
      // A line that is begun or ended outside depends only on what is written on it.
      const isOutside = index === 0 || index === other.lines.length - 1
      const reads = isOutside && line.isEmpty && line.reads.id === 0 ? noReads : more(index)
      if (index > 0 || current === undefined) {
        const openedBy = this.sets.union(line.openedBy, more(index))
        this.lines.push({ ...line, reads: this.sets.union(line.reads, reads), openedBy })
      } else {
        this.addReads(current, this.sets.union(line.reads, reads))
        if (current.isBlank && line.place !== undefined && (!line.isBlank || !current.place)) {
          current.place = line.place
        }
        current.isBlank &&= line.isBlank
        current.isEmpty &&= line.isEmpty
        this.join(line.joined)
      }
    }
    for (const reads of other.total) this.total.add(reads)
  }

  /** Says that the line being written would be another one if what follows were written on it. */
  join(reads: ReadSet): void {
    const line = this.lines.at(-1)
    if (line !== undefined) line.joined = this.sets.union(line.joined, reads)
  }

  /** Says that the line being written would be another one had these reads given something else. */
  touch(reads: ReadSet): void {
    const line = this.lines.at(-1)
    if (line !== undefined) this.addReads(line, reads)
  }

  /** Says that the text as a whole depends on these reads. */
  note(reads: ReadSet): void {
    if (reads.id !== 0) this.total.add(reads)
  }

  /** The reads that the whole text depends on, lines included. */
  provenance(): Provenance {
    const lines = this.lineOrigins()
    return { reads: this.sets.all(this.total), lines }
  }

  lineOrigins(): readonly LineOrigin[] {
    return this.lines.map(({ reads, place, joined }) => {
      return joined.id === 0 ? { reads, place } : { reads, place, joined }
    })
  }

  private addReads(line: OpenLine, reads: ReadSet): void {
    if (reads.id === 0) return
    line.reads = this.sets.union(line.reads, reads)
    this.total.add(reads)
  }
}

function newLine(openedBy: ReadSet = noReads): OpenLine {
  return {
    reads: noReads,
    place: undefined,
    isBlank: true,
    isEmpty: true,
    openedBy,
    joined: noReads,
  }
}
