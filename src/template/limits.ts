// Charts are untrusted: every loop, nesting and size a template can reach has a limit here. They are
// far above what the largest public charts need (10 MB of output, a few million steps), and low
// enough that a hostile template fails within seconds and within the memory of a small process.

/** Steps a render may spend: template nodes executed, loop rounds, and what functions add for large work. */
const maxSteps = 30_000_000

/**
 * Template constructs inside each other at run time, counted over all active `template`, `include` and
 * `tpl` calls. Each costs about one JavaScript stack frame. Measured on the default stack of about
 * 1 MB, 6,800 or more fit; the rest is left to the caller and to functions such as toYaml. An include
 * inside itself passes Helm's own limit of 1000 before this one in all but the deepest bodies.
 */
const maxNesting = 5_200

/** Parentheses and control structures inside each other in one template text. */
export const maxParseNesting = 500

/** Characters that a rendered file, an included template or any string made by a function may have. */
export const maxStringLength = 32 * 1024 * 1024

/** Characters of all rendered files together. */
const maxOutputLength = 64 * 1024 * 1024

/** Elements of a list made by a function: what the widest text of `printf` is taken apart into, twice. */
export const maxListLength = 2 * 1024 * 1024

/**
 * Parts of a value that is printed, encoded or copied: itself, what is in it and below, and every 32
 * characters of text. A part that stands in several places counts in each, because it is written there.
 */
export const maxValueParts = 4_000_000

/** Characters of a regular expression given to a function. */
export const maxPatternLength = 8 * 1024

/** Instructions of one: `a{1000}` has a thousand of them, a class of Unicode counts as a hundred. */
export const maxPatternWeight = 100_000

/** How often one name may be included inside itself before Helm's own error. */
export const maxIncludesOfOneName = 1000

export interface Limits {
  readonly steps: number
  readonly nesting: number
  readonly stringLength: number
  readonly outputLength: number
  readonly listLength: number
}

export const defaultLimits: Limits = {
  steps: maxSteps,
  nesting: maxNesting,
  stringLength: maxStringLength,
  outputLength: maxOutputLength,
  listLength: maxListLength,
}

export type LimitCode = 'steps' | 'nesting' | 'string-length' | 'output-length' | 'list-length'

/** A limit of limits.ts was passed. Never caught by a template: it ends the render. */
export class LimitError extends Error {
  readonly code: LimitCode

  constructor(code: LimitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Refuses text that no chart needs while it is still being built: widths and copies make it from little. */
export function checkStringLength(length: number): void {
  if (length <= maxStringLength) return
  throw new LimitError('string-length', `a text is longer than ${maxStringLength} characters`)
}
