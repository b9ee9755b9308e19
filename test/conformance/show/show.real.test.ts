import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { findOracle } from '../../oracles/find.ts'

// Our output of `show` beside that of the real helm.

const helm = findOracle('helm4')
const charts = fileURLToPath(new URL('../../charts/charts/', import.meta.url))
const names = readdirSync(charts).filter((name) => existsSync(join(charts, name, 'Chart.yaml')))
const parts = ['chart', 'values', 'readme', 'crds', 'all']

test.each(names)('shows %s as helm does', async (name) => {
  const chart = join(charts, name)
  // All that the parts hold is in the last; the others are tried one after another.
  for (const part of [parts[names.indexOf(name) % 4] ?? 'chart', 'all']) {
    const words = ['show', part, chart]
    expect(await showOurs(words)).toEqual(await showTheirs(words))
  }
})

test.each([
  '{.table}',
  '{.number} of {.text}',
  '{.table.b.c}{"\\n"}{"\\t"}',
  "{['table']['a']}",
  '{.nothing}',
  '{.table.b.d}',
  '{.missing}',
  'words',
  '{.missing} here',
  '{.}',
  '{$.flag}',
  '{$}',
  '{.list}',
  '{.list[0]} {.list[-1]}',
  '{.list[9]}',
  '{.text.more}',
  '{.text',
])('finds %s as helm does', async (template) => {
  const words = ['show', 'values', join(charts, 'show-values'), '--jsonpath', template]
  expect(await showOurs(words)).toEqual(await showTheirs(words))
})

async function showOurs(words: readonly string[]) {
  const { exitCode, stdout } = await runCli(words)
  return { exitCode, stdout }
}

function showTheirs(words: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TZ: 'UTC' }
  return new Promise((resolve) => {
    execFile(helm, [...words], { env }, (failure, stdout) => {
      resolve({ exitCode: failure === null ? 0 : failure.code, stdout })
    })
  })
}
