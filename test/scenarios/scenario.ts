/** A story told as commands and what they print, with the files that they use. See README.md. */
export interface Scenario {
  readonly lines: readonly ScenarioLine[]
  readonly files: readonly ScenarioFile[]
}

export type ScenarioLine =
  /** A comment or an empty line, kept as it is. */
  | { readonly is: 'prose'; readonly text: string }
  | { readonly is: 'command'; readonly command: Command }

export interface Command {
  /** As it stands behind the `$`. */
  readonly text: string
  /** Run again until it prints what is expected. */
  readonly eventually: boolean
  readonly expected: Outcome
}

/** Lines as they are written in a scenario: `! ` before those of standard error, `? CODE` when it failed. */
export interface Outcome {
  readonly lines: readonly string[]
}

export interface ScenarioFile {
  readonly name: string
  readonly text: string
}

const fileLine = /^-- (\S+) --$/
const eventually = 'eventually '

/** Reads the text of a `.scenario` file. */
export function readScenario(text: string): Scenario {
  const lines = text.replace(/\n$/, '').split('\n')
  const firstFile = lines.findIndex((line) => fileLine.test(line))
  const story = firstFile === -1 ? lines : lines.slice(0, firstFile)
  return { lines: readStory(story), files: readFiles(lines.slice(story.length)) }
}

/** The text again, with other outcomes for the commands, in their order. */
export function writeScenario(scenario: Scenario, outcomes: readonly Outcome[]): string {
  let next = 0
  const story = scenario.lines.flatMap((line) => {
    if (line.is === 'prose') return [line.text]
    const { text, eventually: again, expected } = line.command
    const { lines } = outcomes[next++] ?? expected
    return [`$ ${again ? eventually : ''}${text}`, ...lines]
  })
  const files = scenario.files.flatMap(({ name, text }) => [
    `-- ${name} --`,
    text.replace(/\n$/, ''),
  ])
  return `${[...story, ...files].join('\n')}\n`
}

function readStory(lines: readonly string[]): readonly ScenarioLine[] {
  const story: ScenarioLine[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!line.startsWith('$ ')) {
      story.push({ is: 'prose', text: line })
      continue
    }
    const end = lines.findIndex((other, index) => index > at && isEndOfOutput(other, lines, index))
    const printed = lines.slice(at + 1, end === -1 ? lines.length : end)
    const again = line.startsWith(`$ ${eventually}`)
    const text = line.slice(again ? 2 + eventually.length : 2)
    const command = { text, eventually: again, expected: { lines: printed } }
    story.push({ is: 'command', command })
    at += printed.length
  }
  return story
}

/** Output ends at the next command, or at an empty line before a command, a comment or the end. */
function isEndOfOutput(line: string, lines: readonly string[], index: number): boolean {
  if (line.startsWith('$ ')) return true
  if (line !== '') return false
  const next = lines.slice(index).find((other) => other !== '')
  return next === undefined || /^[$#] /.test(next)
}

function readFiles(lines: readonly string[]): readonly ScenarioFile[] {
  const files: { name: string; lines: string[] }[] = []
  for (const line of lines) {
    const name = fileLine.exec(line)?.[1]
    if (name !== undefined) files.push({ name, lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.map(({ name, lines }) => ({ name, text: `${lines.join('\n')}\n` }))
}
