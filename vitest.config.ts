import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,server,web,tools}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/{api,faults,lab}/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
