import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// What `npm test` runs: everything that needs no special tool. Suites that need a real tool are
// named *.real.test.ts and run by `npm run test:real` (vitest.real.config.ts).
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'ui/**/*.test.{ts,tsx}',
      'test/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    exclude: [
      '**/*.real.test.ts',
      '**/*.browser.test.ts',
      '**/node_modules/**',
      'test/architecture/violations/**',
    ],
    testTimeout: 60_000,
    // Many wait for a server more than they work: one at a time would leave a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // V8 up to Node 24 may abort when a thread ends while code pages are protected by hardware keys.
    execArgv: ['--no-memory-protection-keys'],
  },
})
