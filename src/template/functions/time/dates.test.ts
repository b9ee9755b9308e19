import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { helmFunctions } from '../helm-functions.ts'
import { renderText } from '../render-for-test.ts'

// Templates and what Helm 4.2.3 makes of them, with the zones of Go 1.26.
const rows: readonly (readonly [template: string, output: string])[] = JSON.parse(
  readFileSync(new URL('../testdata/dates.json', import.meta.url), 'utf8'),
)

test.each(rows)('%s', (template, output) => {
  expect(renderText(helmFunctions, template)).toBe(output)
})

const later = (): bigint => 1_600_000_000_000_000_005n

test.each([
  ['{{ now }}', '2020-09-13 12:26:40.000000005 +0000 UTC m=+0.000000000'],
  ['{{ now.Add 5 }}', '2020-09-13 12:26:40.00000001 +0000 UTC m=+0.000000005'],
  ['{{ dateModify "-1h" now }}', '2020-09-13 11:26:40.000000005 +0000 UTC m=-3600.000000000'],
  ['{{ now.UTC }}', '2020-09-13 12:26:40.000000005 +0000 UTC'],
  ['{{ toJson now }}', '"2020-09-13T12:26:40.000000005Z"'],
  ['{{ date "2006" "2021" }} {{ date "2006" 1e9 }} {{ date "2006" nil }}', '2020 2020 2020'],
  ['{{ ago (int64 1599999990) }} {{ ago now }} {{ ago "x" }}', '10s 0s 0s'],
  ['{{ durationRound (toDate "2006-01-02" "2020-09-10") }}', '3d'],
  ['{{ durationRound (toDate "x" "") }}', '292y'],
])('%s at the moment of the render', (template, output) => {
  expect(renderText(helmFunctions, template, { now: later })).toBe(output)
})

test.each([
  ['{{ date "15:04 MST" 1600000000 }}', '14:26 CEST'],
  ['{{ toDate "2006-01-02" "2021-01-01" }}', '2021-01-01 00:00:00 +0100 CET'],
  ['{{ (toDate "2006-01-02 MST" "2021-07-01 CET").UTC }}', '2021-06-30 23:00:00 +0000 UTC'],
  ['{{ printf "%#v" now }}', 'time.Date(2020, time.September, 13, 14, 26, 40, 0, time.Local)'],
  [
    '{{ (toDate "2006-01-02" "2021-07-01").IsDST }} {{ (now.Local).Location }}',
    'true Europe/Berlin',
  ],
])('%s where the local zone is Berlin', (template, output) => {
  expect(renderText(helmFunctions, template, { localZone: 'Europe/Berlin' })).toBe(output)
})
