import { defineConfig } from 'vitest/config'

// Suites whose judge is a real tool. They look for it with test/oracles/find.ts, which says how to get what is missing.
export default defineConfig({
  test: {
    include: ['src/**/*.real.test.ts', 'test/**/*.real.test.ts'],
    exclude: ['**/node_modules/**'],
    // Hands out the one real control plane that suites share; it is started when the first of them asks.
    globalSetup: ['test/testbed/shared-setup.ts'],
    hookTimeout: 120_000,
    testTimeout: 120_000,
    execArgv: ['--no-memory-protection-keys'],
    passWithNoTests: true,
  },
})
