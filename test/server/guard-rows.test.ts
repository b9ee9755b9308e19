import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { guardRows } from './guard-rows.ts'

const root = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The classes of faults that servers like this one have had, each with the numbers under which they are known. */
const classes: Readonly<Record<string, readonly string[]>> = {
  'a chart is rendered with rights that the asker lacks': ['CVE-2026-41050'],
  'values from another namespace': ['CVE-2026-44935'],
  'a kept client serves the next caller': ['CVE-2025-14269'],
  'differences and errors show Secrets': ['CVE-2026-42880', 'CVE-2026-45737', 'CVE-2025-23216'],
  'Connection strips an identity': ['CVE-2021-31999'],
  'watches without a right': [
    'CVE-2024-52280',
    'CVE-2023-40025',
    'CVE-2024-41666',
    'CVE-2023-32199',
  ],
  'credentials in answers and logs': [
    'CVE-2025-55190',
    'CVE-2023-40029',
    'CVE-2024-37152',
    'CVE-2024-52282',
    'CVE-2023-22649',
    'headlamp#6868',
  ],
  'checks of tokens': [
    'CVE-2022-29165',
    'CVE-2023-22482',
    'CVE-2022-31105',
    'CVE-2022-31034',
    'CVE-2025-23389',
    'CVE-2024-58267',
  ],
  'scripts by links, annotations and errors': [
    'CVE-2022-31035',
    'CVE-2024-28175',
    'CVE-2025-47933',
    'CVE-2026-45738',
    'CVE-2022-31102',
    'CVE-2024-52281',
  ],
  'requests of other sites, and guessing': ['CVE-2019-13209', 'CVE-2020-8827', 'CVE-2024-21662'],
  'errors tell of what is hidden': ['CVE-2022-41354', 'CVE-2024-36106'],
  'addresses inside the network': ['CVE-2026-44936', 'CVE-2025-54468'],
  'nobody ends the server': [
    'CVE-2024-40634',
    'CVE-2025-59531',
    'CVE-2025-59537',
    'CVE-2025-59538',
    'CVE-2025-23388',
  ],
}

const files = [...new Set(guardRows.map((row) => row.test))]
const tests = files.map((file) => textOf(file)).join('\n')

test.each(Object.entries(classes))('%s: every number has a test of its name', (_, numbers) => {
  expect(numbers.filter((one) => !tests.includes(one))).toEqual([])
})

test.each(Object.entries(classes))(
  '%s: a guard is known, and taken out by judge:guards',
  (_, all) => {
    expect(guardRows.filter(({ attack }) => all.some((one) => attack.includes(one)))).not.toEqual(
      [],
    )
  },
)

test.each(guardRows)('the guard against $attack is where its row says, once', ({ file, find }) => {
  expect(textOf(join('src', file)).split(find)).toHaveLength(2)
})
