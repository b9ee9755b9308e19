import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findOracle } from '../../oracles/find.ts'
import { recordedFile, verifyWithHelm } from './helm.ts'
import { rows } from './rows.ts'

const recorded = JSON.parse(readFileSync(recordedFile, 'utf8'))

test.each(rows)('the real helm verify says what is recorded: $name', (row) => {
  expect(verifyWithHelm(findOracle('helm4'), row)).toEqual(recorded[row.name])
})
