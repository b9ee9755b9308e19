import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { findOracle } from '../oracles/find.ts'

vi.setConfig({ testTimeout: 240_000 })

const run = promisify(execFile)
const script = join(import.meta.dirname, 'run.ts')
const seeds = '7-12'

async function digestsOf(
  node: string,
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const words = [script, '--seeds', seeds, '--digests']
  const env = { ...process.env, ...environment }
  // Seeds that fail are digested, too.
  const { stdout } = await run(node, words, { env }).catch((error: { stdout: string }) => error)
  return stdout
    .split('\n')
    .filter((line) => /^\d+ [0-9a-f]{64}$/.test(line))
    .toSorted()
}

test('a seed replays exactly: in fresh processes, on Node 24 and 26, in any time zone and locale', async () => {
  const first = await digestsOf(process.execPath, {})
  expect(first).toHaveLength(6)
  expect(new Set(first.map((line) => line.split(' ')[1])).size).toBe(6)
  expect(await digestsOf(process.execPath, { OUTRIGGER_ANY: 'fresh' })).toEqual(first)
  const elsewhere = { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
  expect(await digestsOf(process.execPath, elsewhere)).toEqual(first)
  expect(await digestsOf(findOracle('node24'), {})).toEqual(first)
})
