export const list = (...words: readonly unknown[]) => [words, process.stdout.isTTY]
