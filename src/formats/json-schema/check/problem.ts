import { escapeToken } from '../pointer.ts'
import { singleQuote } from '../display.ts'

/** The path to a value inside the one that is checked; undefined for that one. */
export interface JsonLocation {
  readonly parent: JsonLocation | undefined
  readonly token: string
}

/** A finding of a check. Texts are made late, because most problems are thrown away again. */
export interface Problem {
  /**
   * A group only holds its causes together; the reference or schema above it takes them over. A
   * reference with one cause is not worth a line.
   */
  readonly kind: 'plain' | 'group' | 'reference'
  readonly place: JsonLocation | undefined
  readonly describe: () => string
  readonly causes: readonly Problem[]
}

/** The answer of a check that only asks whether something is wrong, not why. */
export const anyProblem: Problem = {
  kind: 'plain',
  place: undefined,
  describe: () => '',
  causes: [],
}

/** The problems that stand for one: those of a group, or itself. */
export function flatten(problem: Problem): readonly Problem[] {
  return problem.kind === 'group' ? problem.causes : [problem]
}

/** A line for each problem, indented below the one it causes. */
export function problemLines(problems: readonly Problem[], indent = ''): string[] {
  return problems.flatMap((problem) => {
    const { kind, causes, place } = problem
    if (kind === 'reference' && causes.length === 1) return problemLines(causes, indent)
    const line = `${indent}- at ${singleQuote(pointerText(place))}: ${problem.describe()}`
    return [line, ...problemLines(causes, `${indent}  `)]
  })
}

/** The places of problems, those of their causes in their stead. */
export function problemPlaces(problems: readonly Problem[]): readonly (readonly string[])[] {
  return problems.flatMap(({ causes, place }) =>
    causes.length > 0 ? problemPlaces(causes) : [tokensOf(place)],
  )
}

/** The JSON pointer of a place. */
export function pointerText(place: JsonLocation | undefined): string {
  return tokensOf(place)
    .map((token) => `/${escapeToken(token)}`)
    .join('')
}

function tokensOf(place: JsonLocation | undefined): readonly string[] {
  const tokens: string[] = []
  for (let at = place; at !== undefined; at = at.parent) tokens.push(at.token)
  return tokens.toReversed()
}
