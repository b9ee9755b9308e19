export const pick = (words: readonly string[]) => words[Math.floor(Math.random() * words.length)]
