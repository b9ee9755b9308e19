import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { bombs } from './bombs.ts'

// Here they are refused; bench/bombs.ts measures what that costs.
test.each(bombs)('$name is refused', { timeout: 60_000 }, async ({ make, refusal }) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-bomb-'))
  try {
    const { exitCode, stdout, stderr } = await runCli(['template', ...make(folder)])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(refusal)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
