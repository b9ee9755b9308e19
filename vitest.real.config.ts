import { defineConfig } from 'vitest/config'

// Suites whose judge is a real tool. They look for it with test/oracles/find.ts, which says how to get what is missing.
export default defineConfig({
  test: {
    include: ['src/**/*.real.test.ts', 'test/**/*.real.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 120_000,
    execArgv: ['--no-memory-protection-keys'],
    passWithNoTests: true,
  },
})
