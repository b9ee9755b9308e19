import type { OptionSpec } from '../command-spec.ts'
import type { Sink } from '../io.ts'
import { type Plain, toValue } from './plain.ts'

/** The option of commands that print as helm does, for programs that read helm's output. */
export const helmOutputOption = {
  kind: 'choice',
  short: 'o',
  value: 'format',
  choices: ['table', 'json', 'yaml'],
  fallback: 'table',
  summary: 'how to print the result',
} as const satisfies OptionSpec

export type HelmOutput = (typeof helmOutputOption.choices)[number]

/** JSON on one line or YAML, each as Helm writes it. */
export async function writeHelmData(
  value: Plain,
  format: 'json' | 'yaml',
  sink: Sink,
): Promise<void> {
  if (format === 'json') return sink.write(`${goJson(value)}\n`)
  const { writeYaml } = await import('../../formats/yaml/write/write.ts')
  return sink.write(`${writeYaml(toValue(value))}\n`)
}

/** The fields in their own order, as Go writes those of a type, and its escapes for pages. */
function goJson(value: Plain): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return `\\u${code.padStart(4, '0')}`
  })
}

/** Rows as Helm lays them out: every cell as wide as its column, a tab between, too long ones cut. */
export function formatHelmTable(
  rows: readonly (readonly string[])[],
  maxWidth = Number.POSITIVE_INFINITY,
): string {
  const count = Math.max(0, ...rows.map((cells) => cells.length))
  const widths = Array.from({ length: count }, (_, column) =>
    Math.min(maxWidth, Math.max(0, ...rows.map((cells) => widthOf(cells[column] ?? '')))),
  )
  return rows
    .map((cells) => widths.map((width, column) => fit(cells[column] ?? '', width)).join('\t'))
    .map((line) => `${line}\n`)
    .join('')
}

const ellipsis = '...'

function fit(cell: string, width: number): string {
  const own = widthOf(cell)
  if (own <= width) return cell + ' '.repeat(width - own)
  let kept = ''
  for (const letter of cell) {
    if (widthOf(kept + letter) > width - ellipsis.length) break
    kept += letter
  }
  return `${kept}${ellipsis}`
}

// Letters that take two columns of a terminal, and those that take none.
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u
const empty = /\p{M}|\p{Cf}/u

function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += wide.test(letter) ? 2 : empty.test(letter) ? 0 : 1
  return width
}
