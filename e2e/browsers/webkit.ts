import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect } from '@playwright/test';
import { Builder, Key } from 'selenium-webdriver';
import type { WebDriver, WebElement } from 'selenium-webdriver';

import { freePort } from '../support/servers/free-port.ts';
import { DRAG_STEPS } from './driven-page.ts';
import type { DrivenElement, Driver } from './driven-page.ts';
import { findWebKit, installed } from './installed.ts';

const KEYS: Readonly<Record<string, string>> = {
  Alt: Key.ALT,
  Control: Key.CONTROL,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Shift: Key.SHIFT,
  Space: Key.SPACE,
  Tab: Key.TAB,
};

const drivenElement = (driver: WebDriver, element: WebElement): DrivenElement => ({
  click: () => element.click(),
  drag: async (distance) => {
    const rect = await element.getRect();
    const [x, y] = [Math.round(rect.x + rect.width / 2), Math.round(rect.y + rect.height / 2)];
    const actions = driver.actions().move({ x, y }).press();
    // By places, not by the element, which follows the pointer.
    for (let step = 1; step <= DRAG_STEPS; step += 1)
      actions.move({ x: Math.round(x + (distance * step) / DRAG_STEPS), y });
    await actions.release().perform();
  },
  type: (text) => element.sendKeys(text),
  chooseFile: (file) => element.sendKeys(file),
});

/** Starts WebKitGTK's MiniBrowser on a virtual screen, driven by its WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const paths = installed(findWebKit(), 'WebKitWebDriver with MiniBrowser, and xvfb-run');
  const port = await freePort();
  // The group of this process holds the virtual screen, the driver and the browser.
  const child = spawn(
    paths.screen,
    ['--auto-servernum', '--server-args=-screen 0 1280x800x24', paths.driver, `--port=${port}`],
    { stdio: 'ignore', detached: true },
  );
  const stop = async () => {
    const exit = once(child, 'exit');
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await exit;
  };
  try {
    const driver = await connect(port, paths.browser);
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 800 });
    return {
      goto: (url) => driver.get(url),
      run: (script) => driver.executeScript(script),
      element: async (script) => {
        const element = await driver.executeScript<WebElement | null>(script);
        return element === null ? undefined : drivenElement(driver, element);
      },
      press: async (keys) => {
        const named = keys.map((key) => KEYS[key] ?? key);
        const actions = driver.actions();
        for (const key of named) actions.keyDown(key);
        for (const key of named.toReversed()) actions.keyUp(key);
        await actions.perform();
      },
      type: (text) => driver.actions().sendKeys(text).perform(),
      close: async () => {
        await driver.quit();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects to the driver, once it listens. */
async function connect(port: number, browser: string): Promise<WebDriver> {
  const server = `http://127.0.0.1:${port}`;
  await expect(async () => {
    const { ok } = await fetch(`${server}/status`);
    expect(ok).toBe(true);
  }).toPass({ timeout: 30_000 });
  return new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    .build();
}
