import type { Case } from '../../case.ts'
import { argumentKinds, tableWorld } from './kinds.ts'
import { splitWords } from './words.ts'

/** One cell of the table. */
export interface Cell {
  /** Among the cells of its function: `good`, `none`, `more`, or an argument's place and its kind. */
  readonly name: string
  readonly call: string
  readonly one: Case
}

/**
 * The cells of one function: its good call, the call without arguments and with one too many, each
 * argument in turn as a value of each kind, and each kind of value piped into the call. Of cells that
 * are the same call the first is taken.
 */
export function cellsOf(goodCall: string): Cell[] {
  const [name = '', ...words] = splitWords(goodCall)
  const calls: [call: string, name: string][] = [
    [goodCall, 'good'],
    [name, 'none'],
    [`${goodCall} 1`, 'more'],
  ]
  words.forEach((_, place) => {
    for (const kind of argumentKinds) {
      const call = [name, ...words.with(place, kind.word)].join(' ')
      calls.push([call, `${place + 1} ${kind.name}`])
    }
  })
  const before = [name, ...words.slice(0, -1)].join(' ')
  for (const kind of argumentKinds) calls.push([`${kind.piped} | ${before}`, `| ${kind.name}`])
  // Of two entries with one key a map keeps the last.
  const distinct = new Map(calls.toReversed())
  return [...distinct].toReversed().map(([call, cell]) => ({ name: cell, call, one: caseOf(call) }))
}

// Beside the value stands its type, and its JSON, because texts and numbers look alike when printed.
function caseOf(call: string): Case {
  return {
    template: `{{ $r := ${call} }}{{ $r }} {{ typeOf $r }} {{ toJson $r }}`,
    ...tableWorld,
  }
}
