/** One file of what esbuild makes: modules that are always wanted together. */
export interface Part {
  /** Its file name without folder and ending. */
  readonly name: string
  /** An ES module. */
  readonly code: string
  /** The parts that it imports, by name. */
  readonly statics: readonly string[]
  /** The parts that it may import while it runs, by name. */
  readonly dynamics: readonly string[]
  /** Whether it runs at the first use of what it gives. */
  readonly isLate: boolean
}

export type Parts = ReadonlyMap<string, Part>

/** 'dist/parts/pull-ABCDEFGH.js' as 'pull-ABCDEFGH'. */
export function partName(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/\.js$/, '')
}
