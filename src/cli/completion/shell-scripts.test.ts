import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bashScript } from './shell-scripts.ts'

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0
const main = resolve(import.meta.dirname, '..', 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'outrigger-completion-'))

beforeAll(() => {
  writeFileSync(join(folder, 'completion.bash'), bashScript)
  const program = join(folder, 'outrigger')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(program, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

// The words as bash itself cuts them: at blanks, and before and after = and :.
test.skipIf(!hasBash).each([
  { name: 'commands', words: ['outrigger', 'comp'], reply: ['completion'] },
  { name: 'after a blank', words: ['outrigger', 'completion', ''], reply: ['bash', 'zsh', 'fish'] },
  { name: 'options', words: ['outrigger', 'version', '--sh'], reply: ['--short'] },
  { name: 'option values', words: ['outrigger', 'version', '-o', 'j'], reply: ['json'] },
  {
    name: 'the part after =',
    line: 'outrigger version --output=ya',
    words: ['outrigger', 'version', '--output', '=', 'ya'],
    reply: ['yaml'],
  },
  {
    name: 'everything after =',
    line: 'outrigger version --output=',
    words: ['outrigger', 'version', '--output', '='],
    reply: ['table', 'wide', 'name', 'json', 'yaml'],
  },
  {
    name: 'the word up to the cursor',
    line: 'outrigger  vers',
    words: ['outrigger', 'version'],
    reply: ['version'],
  },
  { name: 'nothing after an unknown command', words: ['outrigger', 'frob', ''], reply: [] },
])('bash completes $name', ({ words, line = words.join(' '), reply }) => {
  const script = `source "$1/completion.bash"
    COMP_LINE="$2"; COMP_POINT=\${#2}; shift 2
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _outrigger && printf '%s\\n' "\${COMPREPLY[@]}"`
  const result = spawnSync('bash', ['-c', script, 'bash', folder, line, ...words], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
  })
  expect(result.stderr).toBe('')
  expect(result.stdout.split('\n').filter(Boolean)).toEqual(reply)
})
