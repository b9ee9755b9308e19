// The tokens of YAML 1.1. Kinds are numbers because the scanner makes several per line of text.

export const streamStartToken = 0
export const streamEndToken = 1
export const versionToken = 2
export const tagDirectiveToken = 3
export const documentStartToken = 4
export const documentEndToken = 5
export const blockSequenceToken = 6
export const blockMappingToken = 7
export const blockEndToken = 8
export const flowSequenceToken = 9
export const flowSequenceEndToken = 10
export const flowMappingToken = 11
export const flowMappingEndToken = 12
export const entryToken = 13
export const flowEntryToken = 14
export const keyToken = 15
export const valueToken = 16
export const aliasToken = 17
export const anchorToken = 18
export const tagToken = 19
export const plainToken = 20
export const quotedToken = 21

export interface Token {
  readonly kind: number
  /** Where it begins, counted from zero. */
  readonly line: number
  /** The text of a scalar, the name of an anchor or alias, the handle of a tag, the version. */
  readonly value: string
  /** The rest of a tag after its handle, the prefix that a directive gives a handle, or the quote of a scalar. */
  readonly suffix: string
}
