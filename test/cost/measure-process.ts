import { helmFunctions } from '../../src/template/functions/helm-functions.ts'
import type { FuncMap } from '../../src/template/func.ts'
import { callWork } from './call-function.ts'
import { decoderRows } from './decoder-rows.ts'
import { functionRows, isTwin } from './function-rows.ts'
import { type Work, findFault } from './measure.ts'

// A plain process: what a test runner does to modules makes some work twice as slow. Sends, for each row of what it is
// asked to measure, its name and its faults; by hand it prints them. Arguments: what to measure, and the leeway.

type Ways = Readonly<Record<string, (size: number) => Work>>

function rowsOf(what: string): Readonly<Record<string, Ways>> {
  if (what === 'decoders') return decoderRows
  if (what === 'known faults') return { faults: knownFaults }
  return Object.fromEntries(
    Object.entries(functionRows)
      .filter(([name]) => !isTwin(name))
      .map(([name, row]) => [name, 'grows' in row ? callsOf(name, row.grows) : {}]),
  )
}

function callsOf(name: string, grows: Readonly<Record<string, (size: number) => Arguments>>): Ways {
  return Object.fromEntries(
    Object.entries(grows).map(([way, make]) => [way, (size) => callWork(name, make(size))]),
  )
}

type Arguments = Parameters<typeof callWork>[1]

/** Work that must be found. */
const knownFaults: Ways = {
  square: calling((text) => {
    let same = 0
    for (let at = 0; at < text.length; at++)
      for (let other = 0; other < text.length; other += 16) if (text[at] === text[other]) same++
    return same
  }),
  slow: calling((text) => {
    let sum = 0
    for (let at = 0; at < text.length; at++)
      for (let round = 0; round < 4000; round++) sum += Math.sqrt(at + round)
    return sum
  }),
}

function calling(count: (text: string) => number): (size: number) => Work {
  const given: FuncMap = {
    ...helmFunctions,
    given: { params: ['string'], call: ([text]) => count(text as string) },
  }
  return (size) => callWork('given', ['a'.repeat(size)], { funcs: given })
}

const [, , what = 'functions', leeway = '1'] = process.argv
for (const [name, ways] of Object.entries(rowsOf(what))) {
  const faults = Object.entries(ways).flatMap(([way, make]) => {
    const fault = findFault(make, Number(leeway))
    return fault === undefined ? [] : [`${way}: ${fault}`]
  })
  if (process.send !== undefined) process.send({ name, faults })
  else for (const fault of faults) console.log(`${name}: ${fault}`)
}
process.disconnect?.()
