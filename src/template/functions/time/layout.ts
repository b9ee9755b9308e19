// Go's layouts: a layout is an example of the reference time, Mon Jan 2 15:04:05 MST 2006.

/** The pieces of a layout that stand for something. */
export type LayoutElement =
  | 'January'
  | 'Jan'
  | '1'
  | '01'
  | 'Monday'
  | 'Mon'
  | '2'
  | '_2'
  | '02'
  | '__2'
  | '002'
  | '15'
  | '3'
  | '03'
  | '4'
  | '04'
  | '5'
  | '05'
  | '2006'
  | '06'
  | 'PM'
  | 'pm'
  | 'MST'
  | 'offset'
  | 'fraction'

/** An element of a layout, with the literal text in front of it. */
export interface LayoutChunk {
  readonly prefix: string
  /** Undefined at the end of the layout. */
  readonly element: LayoutElement | undefined
  /** The element as written. */
  readonly text: string
  readonly rest: string
}

const elements =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|2|_2(?!006)|__2|[345]|PM|pm|(?<offset>[-Z]07(?:0000|:00:00|00|:00)?)|(?<fraction>[.,](?:0+|9+)(?!\d))/

/** The next element of a layout. */
export function nextChunk(layout: string): LayoutChunk {
  const match = elements.exec(layout)
  if (match === null) return { prefix: layout, element: undefined, text: '', rest: '' }
  const [text] = match
  const named = match.groups?.['offset'] !== undefined ? 'offset' : undefined
  const element = named ?? (match.groups?.['fraction'] !== undefined ? 'fraction' : text)
  return {
    prefix: layout.slice(0, match.index),
    element: element as LayoutElement,
    text,
    rest: layout.slice(match.index + text.length),
  }
}

/** The parts of a layout, kept for formatting. */
export function chunksOf(layout: string): readonly LayoutChunk[] {
  const chunks: LayoutChunk[] = []
  for (let chunk = nextChunk(layout); ; chunk = nextChunk(chunk.rest)) {
    chunks.push(chunk)
    if (chunk.element === undefined) return chunks
  }
}

export const monthNames: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export const dayNames: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]
