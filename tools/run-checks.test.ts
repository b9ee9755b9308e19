import { expect, test } from 'vitest'
import { type Check, runChecks } from './run-checks.ts'
import { runCommand } from './run-command.ts'

function script(name: string, code: string): Check {
  return { name, run: () => runCommand(process.execPath, ['-e', code], { output: 'capture' }) }
}

async function run(checks: readonly Check[]): Promise<{ ok: boolean; text: string }> {
  const lines: string[] = []
  const ok = await runChecks(checks, 2, (line) => lines.push(line))
  return { ok, text: lines.join('\n').replaceAll(/\d+\.\d s/g, 'N s') }
}

test('passes when every check passes, and keeps what they said to itself', async () => {
  const { ok, text } = await run([script('types', 'console.log("fine")')])
  expect(ok).toBe(true)
  expect(text).toBe('ok    types  N s')
})

test('runs the others although one fails, and shows both outputs of that one in full', async () => {
  const loud = 'console.log("to stdout"); console.error("to stderr"); process.exitCode = 3'
  const { ok, text } = await run([
    script('lint', loud),
    script('dead code', ''),
    script('types', ''),
  ])
  expect(ok).toBe(false)
  expect(text.split('\n').slice(0, 3).toSorted()).toEqual([
    'FAIL  lint       N s',
    'ok    dead code  N s',
    'ok    types      N s',
  ])
  expect(text.slice(text.indexOf('\n\n'))).toMatch(
    /^\n\n== lint\nto std(out|err)\nto std(out|err)$/,
  )
})

test.each([
  { name: 'cannot be started', command: 'no-such-program-anywhere', args: [], says: 'cannot run' },
  {
    name: 'takes too long',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    says: 'was ended by SIGTERM',
  },
])('a program that $name has failed', async ({ command, args, says }) => {
  const result = await runCommand(command, args, { output: 'capture', limitSeconds: 0.2 })
  expect(result.ok).toBe(false)
  expect(result.output).toContain(says)
})
