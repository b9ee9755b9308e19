import { type State, stateOf, stateOrder } from './state-of.ts'

type Stateful = Parameters<typeof stateOf>[0]

export interface FilteredRows<Row> {
  readonly rows: readonly Row[]
  /** Of the rows that the words let through, how many are in each state. */
  readonly counts: readonly { readonly state: State; readonly count: number }[]
}

/** The rows that have all words and the state that was chosen; an empty choice is all of them. */
export function filteredRows<Row extends Stateful>(
  rows: readonly Row[],
  { words, state }: { readonly words: string; readonly state: string },
  textOf: (row: Row) => string,
): FilteredRows<Row> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = rows.filter((row) => {
    const text = textOf(row).toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const states = new Map(fitting.map((row) => [row, stateOf(row).state]))
  const counts = stateOrder
    .map((one) => ({ state: one, count: fitting.filter((row) => states.get(row) === one).length }))
    .filter(({ count, state: one }) => count > 0 || one === state)
  return {
    rows: state === '' ? fitting : fitting.filter((row) => states.get(row) === state),
    counts,
  }
}
