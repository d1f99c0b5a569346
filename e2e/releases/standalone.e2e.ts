import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { freePort } from '../support/servers/free-port.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed, waitForDocuments } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/run/standalone.ts');
const ada = personNamed('Ada');

let server: ServerProcess;
let standalone: { url: string; process: ChildProcess };
let fixture: ShellFixture;

async function startStandalone(remote: string): Promise<typeof standalone> {
  const port = await freePort();
  const child = spawn(process.execPath, [SCRIPT, remote], {
    env: { ...process.env, PORT: String(port), API_URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith(`${remote} is at http://localhost:${port}/datasets`)) resolve();
  });
  child.once('exit', (code) => reject(new Error(`The standalone page ended with ${code}.`)));
  await ready;
  return { url: `http://localhost:${port}`, process: child };
}

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  standalone = await startStandalone('mf-datasets');
  const context = await signUp(browser, server, ada);
  fixture = await seed(context.request, server, 'Engines');
  // The progress of work has a script of its own, which is requested while there is work.
  await waitForDocuments(context.request, server, fixture);
  await context.close();
});

test.afterAll(async () => {
  const ended = once(standalone.process, 'exit');
  standalone.process.kill('SIGKILL');
  await Promise.all([ended, server.stop()]);
});

/** Returns the hashes of the remotes' scripts that a page runs, by their paths. */
async function scriptsOn(page: Page): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Debugger.scriptParsed', ({ url, scriptId }) => {
    if (!url.includes('/remotes/')) return;
    const { pathname } = new URL(url);
    hashes.set(pathname, '');
    void devtools.send('Debugger.getScriptSource', { scriptId }).then(({ scriptSource }) => {
      hashes.set(pathname, createHash('sha256').update(scriptSource).digest('hex'));
    });
  });
  await devtools.send('Debugger.enable');
  return hashes;
}

/** Returns the remotes' scripts that a screen runs, with their hashes. */
async function runAt(page: Page, address: string, heading: string): Promise<string[]> {
  const scripts = await scriptsOn(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.poll(() => [...scripts.values()].every((hash) => hash !== '')).toBe(true);
  return [...scripts]
    .map(([script, hash]) => `${script} ${hash}`)
    .toSorted((a, b) => a.localeCompare(b));
}

test('the same screens run the same scripts in the shell and on their own', async ({ browser }) => {
  const context = await browserOf(browser, server, ada);
  // Only what the screen itself requests, without preloading when the browser is idle.
  await context.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  for (const [remote, screen, heading] of [
    ['mf-datasets', consolePaths.datasetDocuments(fixture.datasetId), 'Documents'],
    ['mf-account', consolePaths.account(), 'Account'],
  ] as const) {
    const inShell = await context.newPage();
    const whole = await runAt(inShell, server.url + screen, heading);
    await expect(inShell.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
    const alone = await context.newPage();
    const own = await runAt(alone, standalone.url + screen, heading);
    await expect(alone.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
    expect(own).toEqual([
      expect.stringContaining(`/remotes/${remote}/`),
      expect.stringContaining(`/remotes/${remote}/`),
    ]);
    expect(own).toEqual(whole);
  }
  await context.close();
});

test('a user signs in on a standalone page, and gets to its screen', async ({ page }) => {
  await page.goto(standalone.url + consolePaths.datasets());
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await expect(page).toHaveURL(standalone.url + consolePaths.datasets());
});
