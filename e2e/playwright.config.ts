import { defineConfig } from '@playwright/test';

import { BROWSER_FLAGS, findBrowser } from './support/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  // Each file starts a server of its own; two at a time is what two cores carry.
  workers: 2,
  timeout: 180_000,
  // One more try for a machine that was busy; what needed it is listed as flaky.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] === 'true',
  use: {
    // What cannot be clicked, or does not open, is to say so long before its test is out of time.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      args: BROWSER_FLAGS,
      ...(executablePath !== undefined && { executablePath }),
    },
  },
});
