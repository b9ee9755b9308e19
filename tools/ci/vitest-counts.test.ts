import { expect, test } from 'vitest'
import { countSecondLook, countVitestReport, describeFailures } from './vitest-counts.ts'

function file(status: string, ...tests: readonly string[]) {
  return {
    name: `${tests.length}.test.ts`,
    status,
    message: '',
    assertionResults: tests.map((each) => ({ status: each, title: '' })),
  }
}

test.each([
  { name: 'no files', files: [], counts: { passed: 0, failed: 0, skipped: 0 } },
  {
    name: 'tests of several files',
    files: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')],
    counts: { passed: 3, failed: 1, skipped: 0 },
  },
  {
    name: 'a file that could not be loaded as one failed',
    files: [file('failed'), file('passed', 'passed')],
    counts: { passed: 1, failed: 1, skipped: 0 },
  },
  {
    name: 'a file whose hook failed after its tests had passed as one failed',
    files: [file('failed', 'passed', 'passed')],
    counts: { passed: 2, failed: 1, skipped: 0 },
  },
  {
    name: 'skipped, pending and todo tests as skipped',
    files: [file('passed', 'skipped', 'pending', 'todo', 'passed')],
    counts: { passed: 1, failed: 0, skipped: 3 },
  },
])('counts $name', ({ files, counts }) => {
  expect(countVitestReport(JSON.stringify({ testResults: files }))).toMatchObject(counts)
})

const report = (...files: readonly ReturnType<typeof file>[]) =>
  JSON.stringify({ testResults: files })

test('names the files that failed', () => {
  const { failedFiles } = countVitestReport(report(file('passed', 'passed'), file('failed')))
  expect(failedFiles).toEqual(['0.test.ts'])
})

test('says of every failed test its file, its name and the first line of the reason', () => {
  const broken = { ...file('failed'), message: 'cannot load\nat line 1' }
  const failed = { status: 'failed', fullName: 'shop sells', failureMessages: ['no money\nat'] }
  const shop = { name: 'shop.test.ts', status: 'failed', assertionResults: [failed] }
  expect(describeFailures(JSON.stringify({ testResults: [broken, shop] }))).toEqual([
    '0.test.ts: outside its tests: cannot load',
    'shop.test.ts: shop sells: no money',
  ])
})

test('counts what a file said when it was run again', () => {
  const first = report(file('passed', 'passed'), file('failed', 'passed', 'failed'))
  const second = report(file('passed', 'passed', 'passed'))
  expect(countSecondLook(first, second)).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test.each(['{}', 'null', '[]', '{"testResults": 3}'])('refuses %s, which is no report', (json) => {
  expect(() => countVitestReport(json)).toThrow(`not a vitest report: ${json}`)
})
