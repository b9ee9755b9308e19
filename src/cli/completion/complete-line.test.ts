import { describe, expect, test } from 'vitest'
import { fixedPorts, runCli } from '../../../test/cli/run-cli.ts'
import type { CommandTable } from '../verb.ts'
import { completeLine } from './complete-line.ts'

const table: CommandTable = {
  groups: { release: 'work with releases' },
  commands: [
    {
      path: 'release install',
      short: 'install',
      summary: 'install a chart',
      load: async () => ({
        command: {
          arguments: {
            mode: { count: 'one', summary: 'how', choices: ['fast', 'slow'] },
            files: { count: 'any', summary: 'which files' },
          },
          options: {
            values: { kind: 'list', short: 'f', value: 'file', summary: 'values' },
            crds: {
              kind: 'choice',
              short: 'c',
              value: 'p',
              choices: ['skip', 'keep'],
              summary: 'crds',
            },
            wait: { kind: 'switch', summary: 'wait' },
            for: { kind: 'text', value: 'STATE', summary: 'for', words: ['ready', 'deleted'] },
          },
          examples: ['install fast'],
        },
        parse: () => ({}),
        run: async () => 'done',
      }),
    },
    {
      path: '__hidden',
      summary: '',
      hidden: true,
      load: () => Promise.reject(new Error('unused')),
    },
  ],
}

test.each([
  { name: 'groups and short forms', line: '|', words: ['release', 'install'] },
  { name: 'what begins as typed', line: 'rel|', words: ['release'] },
  { name: 'verbs of a group', line: 'release |', words: ['install'] },
  { name: 'verbs after a global option', line: '--debug release in|', words: ['install'] },
  { name: 'global options before a command', line: '--|', words: ['--debug', '--help'] },
  {
    name: 'options',
    line: 'install --|',
    words: ['--values', '--crds', '--wait', '--for', '--debug', '--help'],
  },
  { name: 'options that begin as typed', line: 'install --w|', words: ['--wait'] },
  { name: 'values of a long option', line: 'install --crds |', words: ['skip', 'keep'] },
  { name: 'values of a short option', line: 'install -c s|', words: ['skip'] },
  { name: 'values after =', line: 'install --crds=k|', words: ['--crds=keep'] },
  { name: 'words that are not all', line: 'install --for d|', words: ['deleted'] },
  { name: 'values of an argument', line: 'release install |', words: ['fast', 'slow'] },
  { name: 'values of an argument after a switch', line: 'install --wait s|', words: ['slow'] },
  {
    name: 'values of an argument after an option with a value',
    line: 'install -f x s|',
    words: ['slow'],
  },
  { name: 'no options after --', line: 'install -- --|', words: [] },
  { name: 'nothing after an unknown command', line: 'frobnicate |', words: [] },
  { name: 'no value for a switch', line: 'install --wait=|', words: [] },
])('offers $name: $line', async ({ line, words }) => {
  const { candidates, otherwise } = await complete(line)
  expect(candidates.map(({ word }) => word)).toEqual(words)
  expect(otherwise).toBe('no files')
})

test.each(['install --values |', 'install --values=x|', 'install fast |', 'install fast a b|'])(
  'leaves files to the shell: %s',
  async (line) => {
    expect(await complete(line)).toEqual({ candidates: [], otherwise: 'files' })
  },
)

describe('outrigger __complete', () => {
  test.each([
    {
      words: ['--', 'comp'],
      stdout: 'completion\tprint a script that completes commands in a shell\n:4\n',
    },
    {
      words: ['--', 'help', 'vers'],
      stdout: 'version\tprint the versions of this program and of what is in it\n:4\n',
    },
    { words: ['--', 'help', 'version', ''], stdout: ':4\n' },
    { words: ['--', 'version', '-o', 'j'], stdout: 'json\n:4\n' },
    { words: ['--', 'version', '--output=y'], stdout: '--output=yaml\n:4\n' },
    {
      words: ['--', 'version', '--help', '--'],
      stdout: expect.stringMatching(/^--output\t.*\n(--.*\n)+:4\n$/),
    },
  ])('answers $words', async ({ words, stdout }) => {
    expect(await runCli(['__complete', ...words])).toEqual({ exitCode: 0, stdout, stderr: '' })
  })
})

function complete(line: string) {
  return completeLine(line.replace('|', '').split(' '), fixedPorts(table))
}
