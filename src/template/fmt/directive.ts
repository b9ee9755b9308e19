// Reads one directive of a format, `%[flags][[index]][width][.precision][[index]]verb`, as Go's fmt
// reads it: every mistake has its own text in the output.

import { GoObject, Sized, type Value } from '../../formats/value.ts'
import { numberBehind } from './print-value.ts'
import { defaultSpec, type Spec } from './spec.ts'

/** The arguments of a format and which of them comes next; moved on as directives take them. */
export interface Arguments {
  readonly values: readonly Value[]
  next: number
  /** Whether any directive named an index. */
  isReordered: boolean
}

export interface Directive {
  /** Undefined where the format ends before the verb. */
  readonly spec: Spec | undefined
  /** Where the format goes on. */
  readonly end: number
  readonly isGoodIndex: boolean
  /** `%!(BADWIDTH)` and `%!(BADPREC)`, which come before the value. */
  readonly complaints: string
}

const sizeLimit = 1_000_000

/** Reads the directive whose first character after the percent sign is at `start`. */
export function readDirective(format: string, start: number, use: Arguments): Directive {
  const scan = new Scan(format, start, use)
  const flags = scan.readFlags()
  scan.readIndex()
  const size = scan.readWidth()
  const precision = scan.readPrecision()
  if (!scan.isAfterIndex) scan.readIndex()
  const { isGoodIndex, complaints } = scan
  const verb = scan.readVerb()
  if (verb === undefined) return { spec: undefined, end: scan.at, isGoodIndex, complaints }
  // Zeros are never put to the right of a number.
  const turned = size.isNegative ? { minus: true, zero: false } : {}
  const spec = { ...defaultSpec, ...flags, ...turned, verb, width: size.width, precision }
  return { spec, end: scan.at, isGoodIndex, complaints }
}

type Flags = Pick<Spec, 'minus' | 'plus' | 'sharp' | 'space' | 'zero'>

interface Size {
  readonly width: number | undefined
  readonly isNegative: boolean
}

/** The place in the format, and what earlier parts of the directive mean for later ones. */
class Scan {
  readonly format: string
  readonly use: Arguments
  at: number
  isAfterIndex = false
  isGoodIndex = true
  complaints = ''

  constructor(format: string, at: number, use: Arguments) {
    this.format = format
    this.at = at
    this.use = use
  }

  readFlags(): Flags {
    const start = this.at
    while ('#0+- '.includes(this.peek()) && this.at < this.format.length) this.at++
    const flags = this.format.slice(start, this.at)
    return {
      minus: flags.includes('-'),
      plus: flags.includes('+'),
      sharp: flags.includes('#'),
      space: flags.includes(' '),
      zero: flags.includes('0'),
    }
  }

  /** An explicit argument index such as [2]. */
  readIndex(): void {
    this.isAfterIndex = false
    if (this.peek() !== '[') return
    this.use.isReordered = true
    const close = this.format.indexOf(']', this.at)
    const isClosed = close >= 0 && this.format.length - this.at >= 3
    const index = isClosed ? readIndexNumber(this.format.slice(this.at + 1, close)) : undefined
    this.at = isClosed ? close + 1 : this.at + 1
    this.isAfterIndex = index !== undefined
    if (index !== undefined && index >= 0 && index < this.use.values.length) this.use.next = index
    else this.isGoodIndex = false
  }

  readWidth(): Size {
    if (this.peek() === '*') {
      const given = this.takeSize()
      if (given === undefined) this.complaints += '%!(BADWIDTH)'
      if (given === undefined || given >= 0) return { width: given, isNegative: false }
      return { width: -given, isNegative: true }
    }
    const width = this.readNumber()
    if (this.isAfterIndex && width !== undefined) this.isGoodIndex = false
    return { width, isNegative: false }
  }

  readPrecision(): number | undefined {
    if (this.peek() !== '.' || this.at + 1 >= this.format.length) return undefined
    this.at++
    if (this.isAfterIndex) this.isGoodIndex = false
    this.readIndex()
    if (this.peek() !== '*') return this.readNumber() ?? 0
    const given = this.takeSize()
    if (given !== undefined && given >= 0) return given
    this.complaints += '%!(BADPREC)'
    return undefined
  }

  readVerb(): string | undefined {
    const point = this.format.codePointAt(this.at)
    if (point === undefined) return undefined
    const char = String.fromCodePoint(point)
    this.at += char.length
    return char.toWellFormed()
  }

  private peek(): string {
    return this.format.charAt(this.at)
  }

  /** A star: the size is the next argument. */
  private takeSize(): number | undefined {
    this.at++
    this.isAfterIndex = false
    const { values, next } = this.use
    if (next >= values.length) return undefined
    this.use.next++
    const size = integerOf(values[next])
    return size === undefined || Math.abs(size) > sizeLimit ? undefined : size
  }

  private readNumber(): number | undefined {
    const digits = /^[0-9]*/.exec(this.format.slice(this.at))?.[0] ?? ''
    const number = digits === '' ? undefined : readSize(digits)
    // Go gives up on the whole rest of the format.
    this.at = digits !== '' && number === undefined ? this.format.length : this.at + digits.length
    return number
  }
}

function readIndexNumber(text: string): number | undefined {
  const number = /^[0-9]+$/.test(text) ? readSize(text) : undefined
  return number === undefined ? undefined : number - 1
}

/** A written number; undefined where more digits follow one that is already too large. */
function readSize(digits: string): number | undefined {
  return Number(digits.slice(0, -1)) > sizeLimit ? undefined : Number(digits)
}

function integerOf(value: Value): number | undefined {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Sized) return Number(value.value)
  const behind = value instanceof GoObject ? numberBehind(value) : undefined
  return behind === undefined ? undefined : Number(behind)
}
