/** The words of a call: parentheses and quotes keep together what is between them. */
export function splitWords(call: string): string[] {
  const words: string[] = []
  let depth = 0
  let isQuoted = false
  let word = ''
  for (const character of call) {
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth++
    if (!isQuoted && character === ')') depth--
    if (character === ' ' && depth === 0 && !isQuoted) {
      words.push(word)
      word = ''
    } else word += character
  }
  return [...words, word]
}
