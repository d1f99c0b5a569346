import { defineConfig } from '@playwright/test';

import { BROWSER_FLAGS, findBrowser } from './support/browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  // Each file starts its own server. Two workers leave a quarter of two cores idle.
  workers: 3,
  timeout: 360_000,
  // One retry for a busy machine; a test that needed it is listed as flaky.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  // On a busy machine too: a timeout costs time only where something is missing.
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] === 'true',
  use: {
    // A click or a navigation that hangs must fail long before the test's own timeout.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Recording takes a tenth of the time of a test that passes: `--trace on` records the first run as well.
    trace: 'on-first-retry',
    launchOptions: {
      // Pages live for seconds: optimized code takes 7 % of the processor time, and saves nothing.
      args: [...BROWSER_FLAGS, '--js-flags=--no-opt --no-maglev'],
      ...(executablePath !== undefined && { executablePath }),
    },
  },
});
