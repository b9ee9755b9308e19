import type { TextChange } from './fault-rows.ts'

/** The text of a file with a fault put back; refuses when the file no longer has the text to be replaced. */
export function faultyText(text: string, { file, find, replace }: TextChange): string {
  const found = text.split(find).length - 1
  if (found === 1) return text.replace(find, () => replace)
  const wanted = `wanted ${JSON.stringify(find)} once in src/${file}, found it ${found} times`
  throw new Error(`${wanted}: write the row of test/simulation/faults/fault-rows.ts anew`)
}
