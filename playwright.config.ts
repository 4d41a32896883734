import { defineConfig } from '@playwright/test'
import { findChromium, QUIET_FLAGS } from './tools/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['dot'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    trace: 'off',
    // Elements that are fading in fail the contrast check; with reduced motion, pages render in their final state.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium(),
      // Chromium's own sandbox doesn't work as root.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...QUIET_FLAGS],
    },
  },
})
