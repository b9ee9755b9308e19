import { expect, test } from 'vitest'
import { decoderRows } from './decoder-rows.ts'
import { findFault } from './measure.ts'

/** A schema is checked against that of all schemas, which takes 700 ms for a megabyte; charts bring few kilobytes. */
const slowness: Readonly<Record<string, number>> = { 'JSON schemas': 5 }

// Timed, as functions.test.ts is and says why.
test.each(Object.entries(decoderRows))(
  'the time to read or apply %s grows with its input',
  { timeout: 300_000 },
  (name, rows) => {
    const faults = Object.entries(rows).flatMap(([way, make]) => {
      const fault = findFault(make, slowness[name])
      return fault === undefined ? [] : [`${way}: ${fault}`]
    })
    expect(faults).toEqual([])
  },
)
