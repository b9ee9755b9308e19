import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSteps } from './run-steps.ts'
import type { Step } from './steps.ts'

/** Stands where vitest would: leaves a report with the given statuses, and the given exit code; given files, the next ones. */
const reporter = `
import { writeFileSync } from 'node:fs'
if (process.argv.filter((arg) => arg === '--').length !== 1) throw new Error('one -- is passed on by npm')
const file = process.argv.find((arg) => arg.startsWith('--outputFile.json='))?.slice(18)
const again = process.argv.includes('shop.test.ts')
const [first, second] = process.argv[2].split(', ')
const [code, ...statuses] = ((again ? second : undefined) ?? first).split(' ')
const assertionResults = statuses.map((status) => ({
  status,
  fullName: 'sells',
  failureMessages: ['no money\\nat shop.ts'],
}))
if (code === '1' && !statuses.includes('failed')) console.log('Unhandled Errors\\nno change')
const failed = statuses.includes('failed')
const shop = { name: 'shop.test.ts', status: failed ? 'failed' : 'passed', assertionResults }
writeFileSync(file, JSON.stringify({ testResults: [shop] }))
process.exitCode = Number(code)
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-ci-test-'))
  writeFileSync(join(folder, 'reporter.mjs'), reporter)
})
afterAll(() => rmSync(folder, { recursive: true }))

const tests = (code: number, ...statuses: readonly string[]): Step['command'] => [
  process.execPath,
  join(folder, 'reporter.mjs'),
  [code, ...statuses].join(' '),
]
const script = (code: string): Step['command'] => [process.execPath, '-e', code]

async function run(steps: readonly Step[]): Promise<{ ok: boolean; lines: readonly string[] }> {
  const lines: string[] = []
  const ok = await runSteps(steps, process.env, (line) => lines.push(line))
  return { ok, lines: lines.map((line) => line.replace(/\d+\.\d s$/, 'N s')) }
}

test('adds the tests of the suites and one for every other step', async () => {
  const { ok, lines } = await run([
    { name: 'suite', command: tests(0, 'passed', 'passed', 'skipped'), counts: 'tests' },
    { name: 'check', command: script(''), counts: 'once' },
  ])
  expect(ok).toBe(true)
  expect(lines).toContain('-- suite: 2 passed, 0 failed, 1 skipped, N s')
  expect(lines).toContain('-- check: 1 passed, 0 failed, N s')
  expect(lines.at(-1)).toBe('3 passed, 0 failed')
})

test('goes on after a failing step and names it at the end', async () => {
  const { ok, lines } = await run([
    { name: 'suite', command: tests(1, 'passed', 'failed', 'failed'), counts: 'tests' },
    { name: 'check', command: script('process.exitCode = 1'), counts: 'once' },
    { name: 'build', command: script(''), counts: 'once' },
  ])
  expect(ok).toBe(false)
  const told = 'failed test: shop.test.ts: sells: no money'
  expect(lines.slice(-5)).toEqual([
    told,
    told,
    'failed: suite',
    'failed: check',
    '2 passed, 3 failed',
  ])
})

test.each([
  {
    name: 'passes alone',
    runs: '1 passed failed, 0 passed passed',
    ok: true,
    last: ['unsteady, to be mended: shop.test.ts', '2 passed, 0 failed'],
  },
  {
    name: 'fails again',
    runs: '1 passed failed, 1 failed failed',
    ok: false,
    last: ['failed: suite', '0 passed, 2 failed'],
  },
])('a file that failed is run once more: one that $name', async ({ runs, ok, last }) => {
  const command = [process.execPath, join(folder, 'reporter.mjs'), runs] as const
  const result = await run([{ name: 'suite', command, counts: 'tests' }])
  expect(result.lines).toContain('-- once more, alone: shop.test.ts')
  expect(result.lines.slice(-2)).toEqual(last)
  expect(result.ok).toBe(ok)
})

test('a suite may have arguments of its own', async () => {
  const runs = '1 passed failed, 0 passed passed'
  const command = [
    process.execPath,
    join(folder, 'reporter.mjs'),
    runs,
    '--',
    '--exclude=x',
  ] as const
  const { ok, lines } = await run([{ name: 'suite', command, counts: 'tests' }])
  expect(lines).toContain('-- once more, alone: shop.test.ts')
  expect(ok).toBe(true)
})

test('tells an error that belongs to no test again at the end', async () => {
  const command = tests(1, 'passed')
  const { lines } = await run([{ name: 'suite', command, counts: 'tests' }])
  expect(lines.slice(-4)).toEqual([
    'failed test: Unhandled Errors',
    'failed test: no change',
    'failed: suite',
    '1 passed, 1 failed',
  ])
})

const noNode = (): never => {
  throw new Error('this needs the oracle node24')
}
test.each<{ name: string; step: () => Omit<Step, 'name'>; last: string }>([
  {
    name: 'a suite that fails although its tests pass',
    step: () => ({ command: tests(1, 'passed'), counts: 'tests' }),
    last: '1 passed, 1 failed',
  },
  {
    name: 'a suite that leaves no report',
    step: () => ({ command: script(''), counts: 'tests' }),
    last: '0 passed, 1 failed',
  },
  {
    name: 'a skipped test where none may be',
    step: () => ({ command: tests(0, 'passed', 'skipped'), counts: 'tests, none skipped' }),
    last: '1 passed, 1 failed',
  },
  {
    name: 'a step that does not say what it should',
    step: () => ({ command: script('console.log(1)'), counts: 'once', expects: '0.1.0' }),
    last: '0 passed, 1 failed',
  },
  {
    name: 'a step whose environment cannot be had',
    step: () => ({ command: script(''), counts: 'once', env: noNode }),
    last: '0 passed, 1 failed',
  },
])('counts as failed: $name', async ({ step, last }) => {
  const { ok, lines } = await run([{ name: 'step', ...step() }])
  expect(ok).toBe(false)
  expect(lines.at(-1)).toBe(last)
})

const elsewhere = () => ({ OUTRIGGER_NODE: 'elsewhere' })
test('gives a step the environment it asks for', async () => {
  const command = script('console.log(`node is ${process.env.OUTRIGGER_NODE}`)')
  const expects = 'node is elsewhere'
  expect((await run([{ name: 'step', command, counts: 'once', env: elsewhere, expects }])).ok).toBe(
    true,
  )
})
