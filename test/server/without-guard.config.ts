import { defineConfig } from 'vitest/config'
import { guardRows } from './guard-rows.ts'

const row = guardRows.find(({ attack }) => attack === process.env['OUTRIGGER_WITHOUT_GUARD'])

// Runs tests on the sources as they would be without one guard.
export default defineConfig({
  plugins: [
    {
      name: 'without-guard',
      enforce: 'pre',
      transform(code, id) {
        if (row === undefined || !id.endsWith(`/src/${row.file}`)) return undefined
        if (!code.includes(row.find)) throw new Error(`${row.file} has no ${row.find}`)
        return code.replace(row.find, row.replace)
      },
    },
  ],
  test: {
    include: [row?.test ?? ''],
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // Another guard is another text of the same file.
    fsModuleCache: false,
  },
})
