import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Runs play-process.ts with words in a process of its own, tells what it sends, and gives its exit code. */
export function playApart(
  words: readonly (string | number)[],
  told: (result: unknown) => void,
): Promise<number> {
  const child = fork(join(import.meta.dirname, 'play-process.ts'), words.map(String))
  child.on('message', told)
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
