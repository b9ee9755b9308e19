import { expect, test } from 'vitest'
import type { CommandSpec } from './command-spec.ts'
import { UsageError } from './errors.ts'
import { readArguments, readGlobalOptions } from './read-arguments.ts'

const spec = {
  arguments: {
    release: { count: 'one', summary: 'the name' },
    chart: { count: 'at-most-one', summary: 'the chart' },
    more: { count: 'any', choices: ['a', 'b'], summary: 'letters' },
  },
  options: {
    set: { kind: 'list', value: 'assignment', summary: 'a value' },
    version: { kind: 'text', short: 'v', value: 'range', summary: 'which version' },
    wait: { kind: 'switch', short: 'w', summary: 'wait' },
    'no-hooks': { kind: 'switch', summary: 'run no hooks' },
    crds: { kind: 'choice', value: 'policy', choices: ['skip', 'create'], summary: 'crds' },
    'dry-run': {
      kind: 'optional',
      value: 'where',
      choices: ['client', 'server'],
      bare: 'client',
      summary: 'only try',
    },
  },
  examples: [],
} as const satisfies CommandSpec

const untouched = {
  arguments: { release: 'web', chart: undefined, more: [] },
  options: {
    set: [],
    version: undefined,
    wait: false,
    'no-hooks': false,
    crds: undefined,
    'dry-run': undefined,
  },
}

test.each([
  { name: 'nothing but what is needed', argv: ['web'], given: {} },
  {
    name: 'a list in order',
    argv: ['web', '--set', 'a=1', '--set=b=2'],
    given: { set: ['a=1', 'b=2'] },
  },
  {
    name: 'a value that looks like an option',
    argv: ['web', '--version', '--wait'],
    given: { version: '--wait' },
  },
  {
    name: 'short options in one word',
    argv: ['-wv1.0', 'web'],
    given: { wait: true, version: '1.0' },
  },
  { name: 'a switch set to true', argv: ['web', '--wait=true'], given: { wait: true } },
  { name: 'a switch set to false', argv: ['web', '--wait=false'], given: {} },
  {
    name: 'a switch whose name begins with no',
    argv: ['web', '--no-hooks'],
    given: { 'no-hooks': true },
  },
  { name: 'a choice', argv: ['web', '--crds', 'skip'], given: { crds: 'skip' } },
  {
    name: 'an option without the value that it may have, not the next word',
    argv: ['--dry-run', 'web'],
    given: { 'dry-run': 'client' },
  },
  {
    name: 'an option with the value that it may have',
    argv: ['--dry-run=server', 'web'],
    given: { 'dry-run': 'server' },
  },
  { name: 'global options among the others', argv: ['--debug', 'web', '-h'], given: {} },
])('takes $name', ({ argv, given }) => {
  expect(readArguments(spec, argv)).toEqual({
    ...untouched,
    options: { ...untouched.options, ...given },
  })
})

test('gives each argument its words, and all the rest to the last', () => {
  const given = readArguments(spec, ['web', 'chart', 'a', '--wait', 'b', '--', 'a'])
  expect(given).toMatchObject({
    arguments: { release: 'web', chart: 'chart', more: ['a', 'b', 'a'] },
  })
})

test('takes words after -- as arguments even when they begin with a dash', () => {
  expect(readArguments(spec, ['--', '--wait', '--set=x'])).toMatchObject({
    arguments: { release: '--wait', chart: '--set=x' },
    options: { wait: false, set: [] },
  })
})

test.each([
  { argv: [], code: 'missing-argument', message: 'argument <release> is missing' },
  {
    argv: ['web', '--wiat'],
    code: 'unknown-option',
    message: 'unknown option --wiat',
    suggestion: '--wait',
  },
  { argv: ['web', '-x'], code: 'unknown-option', message: 'unknown option -x' },
  {
    argv: ['web', '--version'],
    code: 'missing-value',
    message: 'option -v, --version <range> needs a value',
  },
  {
    argv: ['web', '--wait=1'],
    code: 'bad-value',
    message: 'option --wait takes no value but true or false: --wait=1',
  },
  {
    argv: ['web', '--crds', 'creat'],
    code: 'bad-value',
    message: '--crds must be one of skip, create: got "creat"',
    suggestion: 'create',
  },
  { argv: ['web', 'chart', 'c'], code: 'bad-value', message: 'more must be one of a, b: got "c"' },
])('refuses $argv: $message', ({ argv, code, message, suggestion }) => {
  const given = readArguments(spec, argv)
  expect(given).toBeInstanceOf(UsageError)
  expect(given).toMatchObject({ code, message, suggestion })
})

test.each([
  { argv: ['--unknown', '-h'], globals: { help: true, debug: false } },
  { argv: ['--version', '--help'], globals: { help: false, debug: false } },
  { argv: ['web', '--', '--help'], globals: { help: false, debug: false } },
  { argv: ['--debug', 'web'], globals: { help: false, debug: true } },
])('finds the global options of $argv', ({ argv, globals }) => {
  expect(readGlobalOptions(spec, argv)).toEqual(globals)
})
