import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { type OutputFolderOutcome, outputFolderRows, readTree } from './output-folder-rows.ts'
import { chartsFolder } from './run-helm.ts'

const file = new URL('./recorded/output-folder.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, OutputFolderOutcome>
const before = process.cwd()

beforeAll(() => process.chdir(chartsFolder))
afterAll(() => process.chdir(before))

test.each(outputFolderRows)('--output-dir with $name', async ({ name, calls }) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-output-'))
  try {
    const printed: string[] = []
    for (const words of calls) {
      const args = words.map((word) => word.replace('DIR', folder))
      const { exitCode, stdout } = await runCli(['template', ...args])
      expect(exitCode).toBe(0)
      printed.push(stdout.replaceAll(folder, 'DIR'))
    }
    expect({ printed, files: readTree(folder) }).toEqual(recorded[name])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
