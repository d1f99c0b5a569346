import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, request, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DevServer } from '../support/dev-server.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';

const ada = personNamed('Ada');

let staging: ServerProcess;
let production: ServerProcess;
let developer: DevServer;

test.beforeAll(async () => {
  [staging, production] = await Promise.all([
    ServerProcess.start({ NODE_ENV: 'staging' }),
    ServerProcess.start({ NODE_ENV: 'production' }),
  ]);
  developer = await DevServer.start('mf-datasets', staging.url);
  const calls = await request.newContext();
  await createAccount(calls, staging, ada);
  await calls.post(`${staging.url}/${apiPaths.login()}`, {
    data: { email_address: ada.email, password: ada.password },
  });
  await seed(calls, staging, 'Engines');
  await calls.dispose();
});

test.afterAll(() => Promise.all([staging.stop(), production.stop(), developer.stop()]));

const overriding = (remote: string, url: string) =>
  `override-remote=${encodeURIComponent(`${remote}=${url}`)}`;

const banner = (page: Page) => page.getByRole('region', { name: 'Overrides' });

/** The origins of the remotes' scripts that a page runs from now on. */
async function originsOn(page: Page): Promise<string[]> {
  const origins: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Debugger.scriptParsed', ({ url }) => {
    if (/\/(?:entry|__federation_expose_routes)\./.test(url)) origins.push(new URL(url).origin);
  });
  await devtools.send('Debugger.enable');
  return origins;
}

const datasetsStand = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();

test('one remote comes from a developer’s computer, until the overrides are reset', async ({
  browser,
}) => {
  const context = await browserOf(browser, staging, ada);
  const page = await context.newPage();
  const scripts = await originsOn(page);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto(`${staging.url}/datasets?q=man&${overriding('mf-datasets', developer.url)}`);
  await datasetsStand(page);
  await expect(page.getByText('Manuals').first()).toBeVisible();
  await expect(banner(page)).toContainText(`mf-datasets comes from ${developer.url}`);
  expect(new Set(scripts)).toEqual(new Set([developer.url]));
  // The address can be kept and passed on.
  await expect(page).toHaveURL(`${staging.url}/datasets?q=man`);

  scripts.length = 0;
  await page.goto(staging.url + consolePaths.datasets());
  await datasetsStand(page);
  await expect(banner(page)).toContainText(`mf-datasets comes from ${developer.url}`);
  expect(new Set(scripts)).toEqual(new Set([developer.url]));
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  expect(scripts).toContain(staging.url);

  await page.goto(staging.url + consolePaths.datasets());
  await expect(banner(page)).toBeVisible();
  scripts.length = 0;
  await banner(page).getByRole('button', { name: 'Reset overrides' }).click();
  await expect(banner(page)).toBeHidden();
  await datasetsStand(page);
  await expect(banner(page)).toBeHidden();
  expect(new Set(scripts)).toEqual(new Set([staging.url]));
  expect(violations).toEqual([]);
  await context.close();
});

test('the computer that offers a remote shows it by itself too', async ({ browser }) => {
  const context = await browserOf(browser, staging, ada);
  const page = await context.newPage();
  await page.goto(developer.url + consolePaths.datasets());
  await datasetsStand(page);
  await expect(page.getByText('Manuals').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await context.close();
});

test('production refuses it, says so, and runs what was released', async ({ page }) => {
  const scripts = await originsOn(page);
  await page.goto(`${production.url}/login?${overriding('mf-auth', developer.url)}`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(banner(page)).toContainText('this is a production environment');
  expect(new Set(scripts)).toEqual(new Set([production.url]));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('what cannot be followed is said, and the released version runs', async ({ page }) => {
  const scripts = await originsOn(page);
  const wrong = {
    'mf-nothing': 'http://localhost:3004',
    'mf-account': 'not an address',
    'mf-organizations': 'ftp://localhost/x',
    'mf-workspaces': 'https://elsewhere.example',
    'mf-auth': 'http://localhost:1',
    'mf-datasets': `${staging.url}/nowhere`,
  };
  const query = Object.entries(wrong).map(([remote, url]) => overriding(remote, url));
  await page.goto(`${staging.url}/login?${query.join('&')}`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  for (const words of [
    'There is no remote “mf-nothing” to override. There are mf-',
    'mf-account cannot come from “not an address”, which is no address such as',
    'mf-organizations cannot come from “ftp://localhost/x”, which is no address such as',
    'mf-workspaces may not come from https://elsewhere.example: only your own computer',
    'mf-auth could not come from http://localhost:1: nothing answers there',
    'mf-datasets could not come from',
    '/nowhere/release.json does not describe a release.',
  ]) {
    await expect(banner(page)).toContainText(words);
  }
  expect(new Set(scripts)).toEqual(new Set([staging.url]));
});

test('the console can be looked at without a remote, which is marked', async ({ browser }) => {
  const context = await browserOf(browser, staging, ada);
  const page = await context.newPage();
  const scripts = await originsOn(page);
  await page.goto(`${staging.url}/datasets?disable-remotes=mf-datasets,mf-nothing`);
  await expect(banner(page)).toContainText('mf-datasets is switched off');
  await expect(banner(page)).toContainText('There is no remote “mf-nothing” to switch off.');
  await expect(page.getByText('This part of Carrel is switched off')).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();
  await banner(page).getByRole('button', { name: 'Reset overrides' }).click();
  await expect(banner(page)).toBeHidden();
  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await datasetsStand(page);
  await context.close();
});
