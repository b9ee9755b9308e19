import { expect, test } from 'vitest'
import { decoderRows } from './decoder-rows.ts'
import { faultsOf } from './faults-of.ts'

// Timed, as functions.test.ts is and says why.
test(
  'the time to read or apply what comes from outside grows with it',
  { timeout: 1_800_000 },
  async () => {
    const found = await faultsOf('decoders')
    expect([...found.keys()]).toEqual(Object.keys(decoderRows))
    expect([...found].filter(([, faults]) => faults.length > 0)).toEqual([])
  },
)
