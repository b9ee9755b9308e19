/** The labels of a text such as `stage=test, region=eu`; a word without a value is a label with an empty one. */
export function labelsIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    wordsIn(text).map((pair) => {
      const at = pair.indexOf('=')
      return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** The words of a text, separated by commas or blanks. */
export function wordsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
