import { SIDEBAR_COOKIE, STORAGE_KEYS } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

/** How many times slower than this machine. */
const SLOW_CPU = 6;
const EXPANDED = 256;
const COLLAPSED = 48;
const painter = personNamed('Painter');

interface Frame {
  theme: string;
  canvas: string;
  colorScheme: string;
  sidebar: number | undefined;
}

declare global {
  interface Window {
    paintedFrames?: Frame[];
  }
}

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, painter);
  await request.dispose();
});

test.afterAll(() => server.stop());

/** Records theme and sidebar before each paint, from the first one on. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const frames: Frame[] = [];
    window.paintedFrames = frames;
    const record = () => {
      requestAnimationFrame(record);
      if (document.body === null) return;
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
      const sidebar = document.querySelector('aside')?.getBoundingClientRect().width;
      frames.push({
        theme: document.documentElement.className,
        canvas: backgroundColor,
        colorScheme,
        sidebar,
      });
    };
    requestAnimationFrame(record);
  });
}

const cases = [
  { theme: 'dark', system: 'light', shown: 'dark', cookie: 'false', width: COLLAPSED },
  { theme: 'light', system: 'dark', shown: 'light', cookie: 'true', width: EXPANDED },
  { theme: 'system', system: 'dark', shown: 'dark', cookie: undefined, width: EXPANDED },
] as const;

for (const { theme, system, shown, cookie, width } of cases) {
  test(`a slow computer only ever shows the theme ${shown} for ${theme}, and the same sidebar`, async ({
    browser,
  }) => {
    const context = await browserOf(browser, server, painter, { colorScheme: system });
    const page = await context.newPage();
    if (cookie !== undefined) {
      await context.addCookies([{ name: SIDEBAR_COOKIE, value: cookie, url: server.url }]);
    }
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEYS.theme,
      theme,
    ] as const);
    await recordFrames(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
    await page.goto(server.url + consolePaths.dashboard());
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const frames = (await page.evaluate(() => window.paintedFrames)) ?? [];
    expect(frames.length).toBeGreaterThan(1);
    expect(new Set(frames.map((frame) => frame.theme))).toEqual(new Set([shown]));
    expect(new Set(frames.map((frame) => frame.colorScheme))).toEqual(new Set([shown]));
    expect(new Set(frames.map((frame) => frame.canvas)).size).toBe(1);
    const widths = frames.flatMap(({ sidebar }) => (sidebar === undefined ? [] : [sidebar]));
    expect(new Set(widths)).toEqual(new Set([width]));
    await context.close();
  });
}

test('the theme follows the system and other tabs while the page is open', async ({ browser }) => {
  const context = await browserOf(browser, server, painter, { colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.locator('html')).toHaveClass('light');
  const themeColor = page.locator('meta[name="theme-color"]');
  const light = await themeColor.getAttribute('content');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(themeColor).not.toHaveAttribute('content', light ?? '');

  const other = await context.newPage();
  await other.goto(server.url + consolePaths.dashboard());
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.keyboard.press('Control+k');
  await other.getByRole('combobox', { name: 'Search commands' }).fill('light theme');
  await other.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('light');
  await expect(themeColor).toHaveAttribute('content', light ?? '');
  await context.close();
});
