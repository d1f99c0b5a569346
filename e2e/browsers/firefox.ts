import { launch } from 'puppeteer-core';
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';

import { DRAG_STEPS } from './driven-page.ts';
import type { DrivenElement, Driver } from './driven-page.ts';
import { findFirefox, installed } from './installed.ts';

const expression = (script: string) => `(() => { ${script} })()`;

const drivenElement = (page: Page, handle: ElementHandle): DrivenElement => ({
  click: () => handle.click(),
  drag: async (distance) => {
    const { x, y } = await handle.clickablePoint();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: DRAG_STEPS });
    await page.mouse.up();
  },
  type: (text) => handle.type(text),
  chooseFile: (file) => (handle as ElementHandle<HTMLInputElement>).uploadFile(file),
});

/** Starts Firefox, driven by WebDriver BiDi. Adds the messages of its page errors to `errors`. */
export async function startFirefox(errors: string[]): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: installed(findFirefox(), 'Firefox'),
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    goto: async (url) => void (await page.goto(url)),
    run: (script) => page.evaluate(expression(script)),
    element: async (script) => {
      const handle = (await page.evaluateHandle(expression(script))).asElement();
      return handle === null ? undefined : drivenElement(page, handle as ElementHandle);
    },
    press: async (keys) => {
      const held = keys.slice(0, -1) as KeyInput[];
      for (const key of held) await page.keyboard.down(key);
      await page.keyboard.press(keys.at(-1) as KeyInput);
      for (const key of held.toReversed()) await page.keyboard.up(key);
    },
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
