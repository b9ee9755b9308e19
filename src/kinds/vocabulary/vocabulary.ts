/** One published name: skip lists, delegate lists and other people's operators refer to it. */
export interface Word {
  readonly name: string
  /** When it takes part at all; always when absent. */
  readonly when?: string
  /** Names that it had in earlier releases: old lists go on working. */
  readonly formerly?: readonly string[]
  /** Names of earlier releases whose work is a part of this one now: only all of them together mean it. */
  readonly absorbed?: readonly string[]
  /** Whether somebody else may carry it out. */
  readonly mayBeDelegated: boolean
}

/** A name of an earlier release that has nothing to leave out any more. */
export interface RetiredWord {
  readonly name: string
  readonly why: string
}

/** Published names in the order in which they are carried out. */
export interface Vocabulary {
  /** For a sentence: `a step of the installer`. */
  readonly noun: string
  readonly words: readonly Word[]
  readonly retired: readonly RetiredWord[]
}

/** The meaning of a name that somebody wrote. */
export type Meaning =
  | { readonly is: 'known'; readonly word: Word }
  | { readonly is: 'part'; readonly word: Word }
  | { readonly is: 'retired'; readonly why: string }
  | { readonly is: 'unknown' }

/** Finds out which name of a vocabulary is meant, be it an older one. */
export function meaningOf({ words, retired }: Vocabulary, name: string): Meaning {
  const known = words.find((word) => word.name === name || word.formerly?.includes(name) === true)
  if (known !== undefined) return { is: 'known', word: known }
  const whole = words.find((word) => word.absorbed?.includes(name) === true)
  if (whole !== undefined) return { is: 'part', word: whole }
  const old = retired.find((word) => word.name === name)
  return old === undefined ? { is: 'unknown' } : { is: 'retired', why: old.why }
}

/** Every name that is understood, older ones included. */
export function allNames({ words, retired }: Vocabulary): readonly string[] {
  const known = words.flatMap(({ name, formerly = [], absorbed = [] }) => [
    name,
    ...formerly,
    ...absorbed,
  ])
  return [...known, ...retired.map(({ name }) => name)]
}

/**
 * The names of a list as this release has them, each once, in order. An older name whose work is only a part of a step
 * counts when all parts of that step are listed; unknown and retired ones stay out, and a check names them.
 */
export function currentNames(vocabulary: Vocabulary, names: readonly string[]): readonly string[] {
  const found = names.flatMap((name) => {
    const meaning = meaningOf(vocabulary, name)
    if (meaning.is === 'known') return [meaning.word.name]
    if (meaning.is !== 'part') return []
    const isWhole = meaning.word.absorbed?.every((part) => names.includes(part)) === true
    return isWhole ? [meaning.word.name] : []
  })
  return [...new Set(found)]
}
