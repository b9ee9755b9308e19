import { defineConfig } from 'vitest/config'

// The stories of the page, in Chromium, against the embedded platform: npm run test:browser.
export default defineConfig({
  test: {
    include: ['test/**/*.browser.test.ts'],
    globalSetup: ['test/page/set-up-stories.ts'],
    maxWorkers: 2,
    hookTimeout: 120_000,
    testTimeout: 120_000,
    execArgv: ['--no-memory-protection-keys'],
  },
})
