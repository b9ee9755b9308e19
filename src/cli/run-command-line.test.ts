import { describe, expect, test } from 'vitest'
import { runCli, type CliCall } from '../../test/cli/run-cli.ts'
import { golden } from '../../test/golden.ts'
import { Interruption } from './errors.ts'
import type { CommandTable, Verb } from './verb.ts'

interface Row {
  readonly name: string
  readonly words: readonly string[]
  readonly call?: CliCall
}

const row = (name: string, line: string, call?: CliCall): Row => ({
  name,
  words: line.split(' ').filter(Boolean),
  ...(call && { call }),
})

test.each([
  row('no-words', ''),
  row('help', 'help'),
  row('help-as-kubectl-plugin', 'help', { as: 'kubectl outrigger' }),
  row('help-on-terminal', '--help', { to: 'terminal' }),
  row('help-version', 'help version'),
  row('help-unknown-command', 'help vresion'),
  row('version', 'version'),
  row('version-help', 'version -h'),
  row('version-help-as-kubectl-plugin', 'version -h', { as: 'kubectl outrigger' }),
  row('version-short', 'version --short'),
  row('version-short-false', 'version --short=false'),
  row('version-wide', 'version -o wide'),
  row('version-name', 'version --output=name'),
  row('version-json', 'version -ojson'),
  row('version-yaml', 'version -o yaml'),
  row('version-short-and-json', 'version --short -o json'),
  row('version-unknown-format', 'version -o xml'),
  row('version-misspelt-format', 'version -o jsno'),
  row('version-format-missing', 'version -o'),
  row('version-misspelt-option', 'version --shrot'),
  row('version-switch-with-value', 'version --short=maybe'),
  row('version-too-many-arguments', 'version now'),
  row('completion-help', 'completion --help'),
  row('completion-without-shell', 'completion'),
  row('completion-unknown-shell', 'completion tcsh'),
  row('unknown-command', 'vresion'),
  row('unknown-command-on-terminal', 'vresion', { to: 'terminal' }),
  row('unknown-command-far-from-any', 'frobnicate'),
  row('unknown-option-before-command', '--dbug version'),
])('prints $name as recorded', async ({ name, words, call }) => {
  const { exitCode, stdout, stderr } = await runCli(words, call)
  const transcript = [
    `$ ${[call?.as ?? 'outrigger', ...words].join(' ')}`,
    `exit code ${exitCode}`,
    ...(stdout === '' ? [] : ['--- stdout', stdout]),
    ...(stderr === '' ? [] : ['--- stderr', stderr]),
  ].join('\n')
  expect(transcript).toBe(golden(`${import.meta.dirname}/testdata/${name}.golden`, transcript))
})

describe('a table with groups', () => {
  test.each([
    { line: 'release install', stdout: 'ran []\n' },
    { line: 'install', stdout: 'ran []\n' },
    { line: '--debug release install -- --debug', stdout: 'ran ["--debug","--","--debug"]\n' },
    { line: 'release --debug install', stdout: 'ran ["--debug"]\n' },
  ])('finds the verb in "$line"', async ({ line, stdout }) => {
    const table = tableOf(async () => 'done')
    expect(await runCli(line.split(' '), { table })).toEqual({ exitCode: 0, stdout, stderr: '' })
  })

  test('lists verbs, groups and short forms in help', async () => {
    const table = tableOf(async () => 'done')
    const { stdout } = await runCli([], { table })
    expect(stdout).toMatch(/^ {2}release +work with releases$/m)
    expect(stdout).toMatch(/^ {2}install +install a chart$/m)
    const group = await runCli(['release'], { table })
    expect(group.stdout).toMatch(/^ {2}install +install a chart$/m)
    const verb = await runCli(['release', 'install', '-h'], { table })
    expect(verb.stdout).toContain('Short form:\n  outrigger install\n')
  })

  test('suggests the verb of the same group', async () => {
    const { exitCode, stderr } = await runCli(['release', 'isntall'], {
      table: tableOf(async () => 'done'),
    })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('unknown command "release isntall"\ndid you mean release install?\n')
  })
})

describe('a command that does not end well', () => {
  const failure = new Error('cannot reach registry example.org', {
    cause: new Error('connection refused'),
  })

  test('prints the message with its cause and no stack, exit code 1', async () => {
    const table = tableOf(() => Promise.reject(failure))
    expect(await runCli(['install'], { table })).toEqual({
      exitCode: 1,
      stdout: 'ran []\n',
      stderr: 'error: cannot reach registry example.org: connection refused\n',
    })
  })

  test('prints the stack with --debug', async () => {
    const table = tableOf(() => Promise.reject(failure))
    const { exitCode, stderr } = await runCli(['install', '--debug'], { table })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^error: Error: cannot reach .*\n +at /)
  })

  test('has exit code 1 when it says that it failed', async () => {
    const { exitCode, stderr } = await runCli(['install'], { table: tableOf(async () => 'failed') })
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
  })

  test.each([
    { code: 'SIGINT', exitCode: 130 },
    { code: 'SIGTERM', exitCode: 143 },
    { code: 'EPIPE', exitCode: 141 },
  ] as const)('is quiet with exit code $exitCode after $code', async ({ code, exitCode }) => {
    const controller = new AbortController()
    const table = tableOf(async (signal) => {
      controller.abort(new Interruption(code))
      signal.throwIfAborted()
      return 'done'
    })
    const result = await runCli(['install'], { table, signal: controller.signal })
    expect(result).toEqual({ exitCode, stdout: 'ran []\n', stderr: '' })
  })
})

function tableOf(work: (signal: AbortSignal) => Promise<'done' | 'failed'>): CommandTable {
  const verb: Verb = {
    command: { arguments: {}, options: {}, examples: ['release install'] },
    parse: (argv) => argv,
    run: async (argv, _ports, io, signal) => {
      io.stdout.write(`ran ${JSON.stringify(argv)}\n`)
      return work(signal)
    },
  }
  const load = async () => verb
  return {
    groups: { release: 'work with releases' },
    commands: [{ path: 'release install', short: 'install', summary: 'install a chart', load }],
  }
}
